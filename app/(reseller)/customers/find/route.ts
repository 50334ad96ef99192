import { findCustomers } from "#lib/customer/find-customers";
import { route } from "#lib/web/route";

/** Customers to choose from while a number is typed: `?q=` is a part of a name or number. */
export const GET = route(
  async (ctx, request: Request) => {
    const q = new URL(request.url).searchParams.get("q") ?? "";
    return Response.json(await findCustomers(ctx, { q }), {
      headers: { "Cache-Control": "private, no-store" },
    });
  },
  { who: "reseller" },
);
