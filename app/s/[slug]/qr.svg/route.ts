import { qrCode } from "#lib/store/qr-code";
import { visit } from "#lib/store/visit";
import { route } from "#lib/web/route";
import { shopAddress } from "../../_shop/shop-address.ts";

interface Context {
  params: Promise<{ slug: string }>;
}

/** The shop's address as a QR code. */
export const GET = route(
  async (ctx, _request: Request, { params }: Context) => {
    const { slug } = await visit(ctx, await params);
    const svg = await qrCode(shopAddress(slug));
    return new Response(svg, {
      headers: { "Content-Type": "image/svg+xml", "Cache-Control": "public, max-age=3600" },
    });
  },
  { who: "visitor" },
);
