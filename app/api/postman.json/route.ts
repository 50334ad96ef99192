import { buildOpenApi } from "#lib/api/openapi/openapi";
import { buildPostmanCollection } from "#lib/api/openapi/postman";

export const dynamic = "force-dynamic";

/** Sends the interface as a collection for Postman, Bruno and Insomnia. Open to everyone, like the document it is made from. */
export function GET(): Response {
  return Response.json(buildPostmanCollection(buildOpenApi()), {
    headers: {
      "Access-Control-Allow-Origin": "*",
      "Content-Disposition": 'attachment; filename="postman-collection.json"',
    },
  });
}
