import { createEndpoint } from "#lib/api/endpoint";

/** Every other path below `/api`: 404 in the shape of the API. */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = createEndpoint("", {});
