import { notFound } from "#lib/core/error";
import { shopContact } from "#lib/shop/get-shop";
import { qrCode } from "#lib/shop/picture";
import { route } from "#lib/web/route";
import { shopAddress } from "../../_shop/shop-address.ts";

interface Context {
  params: Promise<{ slug: string }>;
}

/** The shop's address as a QR code, also while it is closed: its owner prints it when they like. */
export const GET = route(
  async (ctx, _request: Request, { params }: Context) => {
    const shop = await shopContact(ctx, await params);
    if (!shop) throw notFound("shop");
    return new Response(await qrCode(shopAddress(shop.slug)), {
      headers: { "Content-Type": "image/svg+xml", "Cache-Control": "public, max-age=3600" },
    });
  },
  { who: "visitor" },
);
