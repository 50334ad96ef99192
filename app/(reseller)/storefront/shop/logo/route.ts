import { PortalError } from "#lib/core/error";
import { PICTURE_BYTES, saveLogo } from "#lib/store/save-logo";
import { route } from "#lib/web/route";

/** Room for the form around the picture. */
const MOST_BYTES = PICTURE_BYTES + 10_000;

/** Takes the form that uploads or removes a logo, and leads back to where it came from. */
export const POST = route(
  async (ctx, request: Request) => {
    const body = await readAtMost(request, MOST_BYTES);
    if (!body) return back("large");
    const form = await new Response(body, { headers: { "Content-Type": typeOf(request) } }).formData();
    if (form.get("do") === "remove") {
      await saveLogo(ctx, null);
      return back("removed");
    }
    const file = form.get("picture");
    if (!(file instanceof File) || file.size === 0) return back("unreadable");
    if (file.size > PICTURE_BYTES) return back("large");
    try {
      await saveLogo(ctx, new Uint8Array(await file.arrayBuffer()));
    } catch (error) {
      if (error instanceof PortalError && error.code === "invalid") return back("unreadable");
      throw error;
    }
    return back("saved");
  },
  { who: "reseller" },
);

function back(logo: string): Response {
  return new Response(null, { status: 303, headers: { Location: `/storefront/shop?logo=${logo}` } });
}

function typeOf(request: Request): string {
  const type = request.headers.get("content-type") ?? "";
  if (type.startsWith("multipart/form-data")) return type;
  throw new PortalError("invalid", "Send the picture as a form.");
}

/** The whole body; undefined as soon as it is longer than `most`, whatever its headers say. */
async function readAtMost(request: Request, most: number): Promise<Blob | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > most) return undefined;
    chunks.push(chunk);
  }
  return new Blob(chunks);
}
