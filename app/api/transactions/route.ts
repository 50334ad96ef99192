import { endpoint } from "#lib/interface/endpoint";
import { transactions } from "#lib/interface/transactions";

export const dynamic = "force-dynamic";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: { handle: ({ ctx, url }) => transactions(ctx, url) },
});
