import { defineRoute } from "#lib/request/route";
import { getShopImage } from "#lib/shop/shop-image";

/** A shop's image. Its address is its content's hash, so it never changes. */
export const GET = defineRoute(
  async (ctx, _request: Request, { params }: { params: Promise<{ slug: string; hash: string }> }) => {
    const bytes = await getShopImage(ctx, await params);
    return new Response(new Uint8Array(bytes), {
      headers: { "Content-Type": "image/webp", "Cache-Control": "public, max-age=31536000, immutable" },
    });
  },
  { audience: "visitor" },
);
