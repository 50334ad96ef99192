import { createEndpoint } from "#lib/api/endpoint";
import { readOpenApi } from "#lib/api/openapi/read-openapi";

/** The document of the API, for tools that generate clients. */
const serve = createEndpoint("/api/openapi.json", { GET: { isPublic: true, handle: readOpenApi } });

export {
  serve as DELETE,
  serve as GET,
  serve as HEAD,
  serve as OPTIONS,
  serve as PATCH,
  serve as POST,
  serve as PUT,
};
