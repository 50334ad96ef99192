import { notFoundError } from "#lib/core/error";
import { buildShopUrl } from "#lib/core/shop-address";
import { defineRoute } from "#lib/request/route";
import { getShopContact } from "#lib/shop/get-shop";
import { renderQrCode } from "#lib/shop/shop-image";

/** The shop's address as a QR code, also while it is closed: its owner prints it when they like. */
export const GET = defineRoute(
  async (ctx, _request: Request, { params }: { params: Promise<{ slug: string }> }) => {
    const shop = await getShopContact(ctx, await params);
    if (!shop) throw notFoundError("shop");
    return new Response(await renderQrCode(buildShopUrl(shop)), {
      headers: { "Content-Type": "image/svg+xml", "Cache-Control": "public, max-age=3600" },
    });
  },
  { audience: "visitor" },
);
