import { pricePicture } from "#lib/shop/price-pictures";
import { fileResponse } from "#lib/web/file-response";
import { route } from "#lib/web/route";

interface Context {
  params: Promise<{ n: string }>;
}

/** A picture of my prices for customers. */
export const GET = route(
  async (ctx, request: Request, { params }: Context) => {
    const { n } = await params;
    const { searchParams } = new URL(request.url);
    const input = {
      network: searchParams.getAll("network"),
      markup: searchParams.get("markup") ?? undefined,
    };
    return fileResponse(await pricePicture(ctx, input, Number(n)), "image/png", `prices-${Number(n)}.png`);
  },
  { who: "reseller" },
);
