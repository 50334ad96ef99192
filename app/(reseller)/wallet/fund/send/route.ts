import { ZodError } from "zod";
import { PortalError } from "#lib/core/error";
import { PICTURE_BYTES } from "#lib/core/picture-limits";
import { requestFunding } from "#lib/funding/request-funding";
import { safePath } from "#lib/web/next-path";
import { readUpload } from "#lib/web/read-upload";
import { route } from "#lib/web/route";

/** Room for the form around the picture. */
const MOST_BYTES = PICTURE_BYTES + 10_000;

/** Takes the form that asks for money, and leads back to its page. */
export const POST = route(
  async (ctx, request: Request) => {
    const form = await readUpload(request, MOST_BYTES);
    if (!form) return back({ wrong: "large" });
    const text = (name: string) => String(form.get(name) ?? "").slice(0, 200);
    const next = safePath(text("next"));
    const kept: Record<string, string> = next === "/" ? {} : { next };
    const typed = { amount: text("amount"), bankReference: text("bankReference") };
    try {
      await requestFunding(ctx, { ref: text("ref"), ...typed }, await pictureOf(form));
    } catch (error) {
      return back({ ...kept, ...typed, wrong: wrongOf(error) });
    }
    return back({ ...kept, sent: "1" });
  },
  { who: "reseller" },
);

async function pictureOf(form: FormData): Promise<Uint8Array | null> {
  const file = form.get("picture");
  return file instanceof File && file.size > 0 ? new Uint8Array(await file.arrayBuffer()) : null;
}

/** What the form has to say about it; anything else is not the form's to tell. */
function wrongOf(error: unknown): string {
  if (error instanceof ZodError) return "fields";
  if (!(error instanceof PortalError)) throw error;
  if (error.code === "invalid" && error.fields.picture)
    return error.facts.why === "too_large" ? "large" : "unreadable";
  if (error.code === "conflict") return "many";
  if (error.code === "rate_limited") return "busy";
  throw error;
}

function back(query: Record<string, string>): Response {
  const address = `/wallet/fund?${new URLSearchParams(query)}`;
  return new Response(null, { status: 303, headers: { Location: address } });
}
