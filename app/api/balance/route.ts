import { endpoint } from "#lib/api/endpoint";
import { readBalance } from "#lib/api/read";

export const dynamic = "force-dynamic";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: { handle: ({ ctx }) => readBalance(ctx) },
});
