import { defineRoute } from "#lib/request/route";
import { getShareImage } from "#lib/shop/shop-image";

/** The image that the shop's link shows in a chat; not sent again to who has it. */
export const GET = defineRoute(
  async (ctx, request: Request, { params }: { params: Promise<{ slug: string }> }) => {
    const { tag, png } = await getShareImage(ctx, await params);
    const headers = { ETag: `"${tag}"`, "Cache-Control": "public, max-age=3600" };
    if (request.headers.get("if-none-match")?.includes(headers.ETag))
      return new Response(null, { status: 304, headers });
    return new Response(new Uint8Array(await png()), {
      headers: { ...headers, "Content-Type": "image/png" },
    });
  },
  { audience: "visitor" },
);
