import { buildOpenApi } from "#lib/api/openapi";

export const dynamic = "force-dynamic";

/** The interface's description, for tools that make clients of it. Open to everyone: it says nothing private. */
export function GET(): Response {
  return Response.json(buildOpenApi(), { headers: { "Access-Control-Allow-Origin": "*" } });
}
