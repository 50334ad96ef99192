import { findRecipients } from "#lib/customer/recipients";
import { defineRoute } from "#lib/request/route";

/** Suggests customers, and the usual plans of a typed number; `?q=` is part of a name or number. */
export const GET = defineRoute(
  async (ctx, request: Request) => {
    const q = new URL(request.url).searchParams.get("q") ?? "";
    return Response.json(await findRecipients(ctx, { q }), {
      headers: { "Cache-Control": "private, no-store" },
    });
  },
  { audience: "reseller" },
);
