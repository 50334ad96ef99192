import { sharePicture } from "#lib/store/share-picture";
import { route } from "#lib/web/route";

interface Context {
  params: Promise<{ slug: string }>;
}

/** The picture that the shop's link shows in a chat. */
export const GET = route(
  async (ctx, _request: Request, { params }: Context) => {
    const bytes = await sharePicture(ctx, await params);
    return new Response(new Uint8Array(bytes), {
      headers: { "Content-Type": "image/png", "Cache-Control": "public, max-age=3600" },
    });
  },
  { who: "visitor" },
);
