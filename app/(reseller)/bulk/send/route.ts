import { createBatchDraft } from "#lib/bulk/batch-draft";
import { BAD_LIST_MESSAGES } from "#lib/bulk/read-batch-rows";
import { MAX_FILE_BYTES } from "#lib/bulk/read-file-cells";
import { readBatchFile } from "#lib/bulk/read-isolated";
import { PortalError } from "#lib/core/error";
import { readUpload } from "#lib/web/read-upload";
import { defineRoute } from "#lib/web/route";

/** Allows for the form around the file. */
const MAX_BYTES = MAX_FILE_BYTES + 10_000;

/** Reads a batch from a file and redirects to its page, or back with the error. */
export const POST = defineRoute(
  async (ctx, request: Request) => {
    const form = await readUpload(request, MAX_BYTES);
    if (!form) return redirectTo("/bulk?wrong=large");
    const file = form.get("file");
    if (!(file instanceof File) || file.size === 0) return redirectTo("/bulk?wrong=empty");
    const plan = String(form.get("plan") ?? "");
    const planId = /^\d{1,9}$/.test(plan) ? Number(plan) : undefined;
    try {
      const lines = await readBatchFile(ctx, new Uint8Array(await file.arrayBuffer()));
      const id = await createBatchDraft(ctx, {
        key: String(form.get("key")),
        lines,
        planId,
        fileName: file.name,
      });
      return redirectTo(`/bulk/${id}`);
    } catch (error) {
      return redirectTo(`/bulk?${new URLSearchParams({ wrong: getErrorCode(error), plan })}`);
    }
  },
  { who: "reseller" },
);

/** @returns the code of the error the form explains. @throws every other error. */
function getErrorCode(error: unknown): string {
  if (!(error instanceof PortalError)) throw error;
  if (error.code === "conflict") return "drafts";
  if (error.code === "rate_limited") return "busy";
  const bad = Object.entries(BAD_LIST_MESSAGES).find(([, message]) => message === error.message);
  if (!bad) throw error;
  return bad[0];
}

const redirectTo = (address: string) => new Response(null, { status: 303, headers: { Location: address } });
