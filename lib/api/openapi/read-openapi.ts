import { type CachedList, serializeList } from "#lib/api/cached-list";
import type { ApiResponse } from "#lib/api/response";
import { buildOpenApi } from "./openapi.ts";

let serialized: CachedList | undefined;

/** Returns the OpenAPI document, which says nothing private: a page of any origin may read it. */
export async function readOpenApi(): Promise<ApiResponse> {
  serialized ??= serializeList(buildOpenApi());
  return { status: 200, kept: serialized, headers: { "Access-Control-Allow-Origin": "*" } };
}
