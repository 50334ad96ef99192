import { type CachedList, serializeList } from "./cached-list.ts";
import { buildOpenApi } from "./openapi.ts";
import type { ApiResponse } from "./response.ts";

let serialized: CachedList | undefined;

/** Returns the OpenAPI document, which says nothing private: a page of any origin may read it. */
export async function readOpenApi(): Promise<ApiResponse> {
  serialized ??= serializeList(buildOpenApi());
  return { status: 200, kept: serialized, headers: { "Access-Control-Allow-Origin": "*" } };
}
