import { endpoint } from "#lib/interface/endpoint";
import { readBalance } from "#lib/interface/read-balance";

export const dynamic = "force-dynamic";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: { handle: ({ ctx }) => readBalance(ctx) },
});
