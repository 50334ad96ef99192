import { defineRoute } from "#lib/request/route";
import { findSharedOrder } from "#lib/shop/order/shared-order";

/** A few bytes that change whenever the order does. */
export const GET = defineRoute(
  async (ctx, _request: Request, { params }: { params: Promise<{ slug: string; status: string }> }) => {
    const { tag } = await findSharedOrder(ctx, await params);
    return new Response(tag, {
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "private, no-store" },
    });
  },
  { audience: "visitor" },
);
