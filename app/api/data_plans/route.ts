import { endpoint } from "#lib/api/endpoint";
import { plainList } from "#lib/api/plans";

export const dynamic = "force-dynamic";

/** Section 4.1. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: { handle: ({ ctx }) => plainList(ctx) },
});
