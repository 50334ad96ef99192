import { endpoint } from "#lib/api/endpoint";
import { filteredList, filteredProblem } from "#lib/api/filtered-plans";

export const dynamic = "force-dynamic";

/** Section 4.2. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: { handle: ({ ctx, url }) => filteredList(ctx, url), problem: filteredProblem },
});
