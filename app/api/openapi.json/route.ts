import { type CachedList, serializeList } from "#lib/api/cached-list";
import { createEndpoint } from "#lib/api/endpoint";
import { findExamplePlan } from "#lib/api/openapi/find-example-plan";
import { buildOpenApi } from "#lib/api/openapi/openapi";

let cached: { list: CachedList; about: string } | undefined;

/** The document of the API, for tools that generate clients. It is public: any origin may read it. */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = createEndpoint("/api/openapi.json", {
  GET: {
    isPublic: true,
    handle: async ({ ctx }) => {
      const plan = await findExamplePlan(ctx);
      const about = JSON.stringify(plan);
      if (cached?.about !== about) cached = { list: serializeList(buildOpenApi(plan)), about };
      return { status: 200, kept: cached.list, headers: { "Access-Control-Allow-Origin": "*" } };
    },
  },
});
