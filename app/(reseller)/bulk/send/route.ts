import { makeDraft } from "#lib/bulk/draft";
import { FILE_BYTES } from "#lib/bulk/read-file";
import { readList } from "#lib/bulk/read-isolated";
import { BAD_LISTS } from "#lib/bulk/read-list";
import { PortalError } from "#lib/core/error";
import { readUpload } from "#lib/web/read-upload";
import { route } from "#lib/web/route";

/** Room for the form around the file. */
const MOST_BYTES = FILE_BYTES + 10_000;

/** Takes a list as a file, and leads to its page, or back with what is wrong. */
export const POST = route(
  async (ctx, request: Request) => {
    const form = await readUpload(request, MOST_BYTES);
    if (!form) return to("/bulk?wrong=large");
    const file = form.get("file");
    if (!(file instanceof File) || file.size === 0) return to("/bulk?wrong=empty");
    const plan = String(form.get("plan") ?? "");
    const planId = /^\d{1,9}$/.test(plan) ? Number(plan) : undefined;
    try {
      const lines = await readList(ctx, new Uint8Array(await file.arrayBuffer()));
      const id = await makeDraft(ctx, { key: String(form.get("key")), lines, planId, fileName: file.name });
      return to(`/bulk/${id}`);
    } catch (error) {
      return to(`/bulk?${new URLSearchParams({ wrong: wrongOf(error), plan })}`);
    }
  },
  { who: "reseller" },
);

/** What the form has to say about it; anything else is not the form's to tell. */
function wrongOf(error: unknown): string {
  if (!(error instanceof PortalError)) throw error;
  if (error.code === "conflict") return "drafts";
  if (error.code === "rate_limited") return "busy";
  const bad = Object.entries(BAD_LISTS).find(([, words]) => words === error.message);
  if (!bad) throw error;
  return bad[0];
}

const to = (address: string) => new Response(null, { status: 303, headers: { Location: address } });
