import { createEndpoint } from "#lib/api/endpoint";
import { readOpenApi } from "#lib/api/openapi/read-openapi";

/** The document of the API, for tools that generate clients. */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = createEndpoint("/api/openapi.json", {
  GET: { isPublic: true, handle: readOpenApi },
});
