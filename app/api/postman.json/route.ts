import { findExamplePlan } from "#lib/api/openapi/find-example-plan";
import { buildOpenApi } from "#lib/api/openapi/openapi";
import { buildPostmanCollection } from "#lib/api/openapi/postman";
import { getCurrentCtx } from "#lib/request/actor";

export const dynamic = "force-dynamic";

/**
 * Sends the interface as a collection for Postman, Bruno and Insomnia.
 * Open to everyone, like the document it is made from.
 */
export async function GET(): Promise<Response> {
  const plan = await findExamplePlan(await getCurrentCtx());
  return Response.json(buildPostmanCollection(buildOpenApi(plan), plan), {
    headers: {
      "Access-Control-Allow-Origin": "*",
      "Cache-Control": "no-store",
      "Content-Disposition": 'attachment; filename="postman-collection.json"',
    },
  });
}
