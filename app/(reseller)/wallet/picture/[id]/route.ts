import { notFoundError } from "#lib/core/error";
import { getFundingImage } from "#lib/funding/funding-view";
import { defineRoute } from "#lib/request/route";

/** Serves the receipt of a bank transfer to its reseller and to admins. */
export const GET = defineRoute(
  async (ctx, _request: Request, { params }: { params: Promise<{ id: string }> }) => {
    const { id } = await params;
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFoundError("image");
    const bytes = await getFundingImage(ctx, { id: Number(id) });
    return new Response(new Uint8Array(bytes), {
      headers: { "Content-Type": "image/webp", "Cache-Control": "private, no-store" },
    });
  },
  { audience: "person" },
);
