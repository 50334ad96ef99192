import { defineRoute } from "#lib/request/route";
import { getOrderTag } from "#lib/shop/order/find-order";

/** A few bytes that change whenever the order does. */
export const GET = defineRoute(
  async (ctx, _request: Request, { params }: { params: Promise<{ slug: string; code: string }> }) => {
    return new Response(await getOrderTag(ctx, await params), {
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "private, no-store" },
    });
  },
  { audience: "visitor" },
);
