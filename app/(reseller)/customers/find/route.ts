import { findCustomers } from "#lib/customer/find-customers";
import { defineRoute } from "#lib/web/route";

/** Suggests customers while a number is typed; `?q=` is part of a name or number. */
export const GET = defineRoute(
  async (ctx, request: Request) => {
    const q = new URL(request.url).searchParams.get("q") ?? "";
    return Response.json(await findCustomers(ctx, { q }), {
      headers: { "Cache-Control": "private, no-store" },
    });
  },
  { audience: "reseller" },
);
