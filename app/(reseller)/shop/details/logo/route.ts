import { PortalError } from "#lib/core/error";
import { MAX_IMAGE_BYTES } from "#lib/drawing/image-limits";
import { readUpload } from "#lib/request/read-upload";
import { defineRoute, redirectTo } from "#lib/request/route";
import { saveLogo } from "#lib/shop/save-logo";

/** Allows for the form around the image. */
const MAX_BYTES = MAX_IMAGE_BYTES + 10_000;

export const POST = defineRoute(
  async (ctx, request: Request) => {
    const form = await readUpload(request, MAX_BYTES);
    if (!form) return redirectToShop("large");
    if (form.get("do") === "remove") {
      await saveLogo(ctx, null);
      return redirectToShop("removed");
    }
    const file = form.get("picture");
    if (!(file instanceof File) || file.size === 0) return redirectToShop("unreadable");
    if (file.size > MAX_IMAGE_BYTES) return redirectToShop("large");
    try {
      await saveLogo(ctx, new Uint8Array(await file.arrayBuffer()));
    } catch (error) {
      if (!(error instanceof PortalError)) throw error;
      if (error.code === "invalid" && error.fields.picture)
        return redirectToShop(error.facts.reason === "too_large" ? "large" : "unreadable");
      if (error.code === "rate_limited") return redirectToShop("busy");
      throw error;
    }
    return redirectToShop("saved");
  },
  { audience: "reseller" },
);

const redirectToShop = (logo: string) => redirectTo(`/shop/details?logo=${logo}#logo`);
