import { type CachedList, serializeList } from "#lib/api/cached-list";
import type { ApiCall } from "#lib/api/endpoint";
import type { ApiResponse } from "#lib/api/response";
import { findExamplePlan } from "./find-example-plan.ts";
import { buildOpenApi } from "./openapi.ts";
import type { ExamplePlan } from "./operations.ts";

let cached: { list: CachedList; plan: ExamplePlan } | undefined;

/** Returns the OpenAPI document, which says nothing private: a page of any origin may read it. */
export async function readOpenApi({ ctx }: ApiCall): Promise<ApiResponse> {
  const plan = await findExamplePlan(ctx);
  if (cached?.plan.plan !== plan.plan || cached.plan.network !== plan.network)
    cached = { list: serializeList(buildOpenApi(plan)), plan };
  return { status: 200, kept: cached.list, headers: { "Access-Control-Allow-Origin": "*" } };
}
