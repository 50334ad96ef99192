import { endpoint } from "#lib/api/endpoint";
import { transactions } from "#lib/api/read";

export const dynamic = "force-dynamic";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: { handle: ({ ctx, url }) => transactions(ctx, url) },
});
