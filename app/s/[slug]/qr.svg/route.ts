import { notFound } from "#lib/core/error";
import { qrCode } from "#lib/shop/qr-code";
import { shopSign } from "#lib/shop/shop-sign";
import { route } from "#lib/web/route";
import { shopAddress } from "../../_shop/shop-address.ts";

interface Context {
  params: Promise<{ slug: string }>;
}

/** The shop's address as a QR code, also while it is closed: its owner prints it when they like. */
export const GET = route(
  async (ctx, _request: Request, { params }: Context) => {
    const shop = await shopSign(ctx, await params);
    if (!shop) throw notFound("shop");
    return new Response(await qrCode(shopAddress(shop.slug)), {
      headers: { "Content-Type": "image/svg+xml", "Cache-Control": "public, max-age=3600" },
    });
  },
  { who: "visitor" },
);
