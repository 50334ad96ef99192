import { createEndpoint } from "#lib/api/endpoint";

/** Every other path below `/api`: 404 in the shape of the API. */
const serve = createEndpoint("", {});

export {
  serve as DELETE,
  serve as GET,
  serve as HEAD,
  serve as OPTIONS,
  serve as PATCH,
  serve as POST,
  serve as PUT,
};
