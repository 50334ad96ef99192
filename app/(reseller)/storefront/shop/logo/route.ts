import { PortalError } from "#lib/core/error";
import { PICTURE_BYTES } from "#lib/core/picture-limits";
import { saveLogo } from "#lib/shop/save-logo";
import { readUpload } from "#lib/web/read-upload";
import { route } from "#lib/web/route";

/** Room for the form around the picture. */
const MOST_BYTES = PICTURE_BYTES + 10_000;

/** Takes the form that uploads or removes a logo, and leads back to where it came from. */
export const POST = route(
  async (ctx, request: Request) => {
    const form = await readUpload(request, MOST_BYTES);
    if (!form) return back("large");
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
      if (!(error instanceof PortalError)) throw error;
      if (error.code === "invalid" && error.fields.picture)
        return back(error.facts.why === "too_large" ? "large" : "unreadable");
      if (error.code === "rate_limited") return back("busy");
      throw error;
    }
    return back("saved");
  },
  { who: "reseller" },
);

function back(logo: string): Response {
  return new Response(null, { status: 303, headers: { Location: `/storefront/shop?logo=${logo}#logo` } });
}
