import { ZodError } from "zod";
import { PortalError } from "#lib/core/error";
import { MAX_IMAGE_BYTES } from "#lib/drawing/image-limits";
import { requestFunding } from "#lib/funding/request-funding";
import { toSafePath } from "#lib/request/next-path";
import { readUpload } from "#lib/request/read-upload";
import { defineRoute, redirectTo } from "#lib/request/route";

/** Allows for the form around the image. */
const MAX_BYTES = MAX_IMAGE_BYTES + 10_000;

export const POST = defineRoute(
  async (ctx, request: Request) => {
    const form = await readUpload(request, MAX_BYTES);
    if (!form) return redirectToForm({ wrong: "large" });
    const text = (name: string) => String(form.get(name) ?? "").slice(0, 200);
    const next = toSafePath(text("next"));
    const returnQuery: Record<string, string> = next === "/" ? {} : { next };
    const typed = { amount: text("amount"), bankReference: text("bankReference") };
    try {
      await requestFunding(ctx, { ref: text("ref"), ...typed }, await readImage(form));
    } catch (error) {
      return redirectToForm({ ...returnQuery, ...typed, wrong: toErrorQuery(error) });
    }
    return redirectToForm({ ...returnQuery, sent: "1" });
  },
  { audience: "reseller" },
);

async function readImage(form: FormData): Promise<Uint8Array | null> {
  const file = form.get("picture");
  return file instanceof File && file.size > 0 ? new Uint8Array(await file.arrayBuffer()) : null;
}

/** @returns the error the form explains. @throws every other error. */
function toErrorQuery(error: unknown): string {
  if (error instanceof ZodError) return "fields";
  if (!(error instanceof PortalError)) throw error;
  if (error.code === "invalid" && error.fields.picture)
    return error.facts.reason === "too_large" ? "large" : "unreadable";
  if (error.code === "conflict") return "many";
  if (error.code === "rate_limited") return "busy";
  throw error;
}

const redirectToForm = (query: Record<string, string>) =>
  redirectTo(`/wallet/fund?${new URLSearchParams(query)}`);
