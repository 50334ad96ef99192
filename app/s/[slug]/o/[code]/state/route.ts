import { orderTag } from "#lib/shop/find-order";
import { route } from "#lib/web/route";

interface Context {
  params: Promise<{ slug: string; code: string }>;
}

/** A few bytes that change whenever the order does. */
export const GET = route(
  async (ctx, _request: Request, { params }: Context) => {
    return new Response(await orderTag(ctx, await params), {
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "private, no-store" },
    });
  },
  { who: "visitor" },
);
