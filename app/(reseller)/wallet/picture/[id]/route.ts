import { notFound } from "#lib/core/error";
import { fundingPicture } from "#lib/funding/funding-view";
import { route } from "#lib/web/route";

/** The picture of a payment: for the reseller who sent it, and for admins. */
export const GET = route(
  async (ctx, _request: Request, { params }: { params: Promise<{ id: string }> }) => {
    const { id } = await params;
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound("picture");
    const bytes = await fundingPicture(ctx, { id: Number(id) });
    return new Response(new Uint8Array(bytes), {
      headers: { "Content-Type": "image/webp", "Cache-Control": "private, no-store" },
    });
  },
  { who: "person" },
);
