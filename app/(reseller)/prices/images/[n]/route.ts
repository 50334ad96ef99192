import { defineRoute, fileResponse } from "#lib/request/route";
import { getPriceImage } from "#lib/shop/price-images";

export const GET = defineRoute(
  async (ctx, request: Request, { params }: { params: Promise<{ n: string }> }) => {
    const { n } = await params;
    const { searchParams } = new URL(request.url);
    const input = {
      network: searchParams.getAll("network"),
      markup: searchParams.get("markup") ?? undefined,
    };
    return fileResponse(await getPriceImage(ctx, input, Number(n)), "image/png", `prices-${Number(n)}.png`);
  },
  { audience: "reseller" },
);
