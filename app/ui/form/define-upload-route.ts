import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { readUpload } from "#lib/request/read-upload";
import { defineRoute, redirectTo } from "#lib/request/route";
import { BAD_LIST_MESSAGES, MAX_FILE_BYTES } from "#lib/spreadsheet/bad-list";

/** Allows for the form around the file. */
const MAX_BYTES = MAX_FILE_BYTES + 10_000;

interface Upload {
  key: string;
  bytes: Uint8Array;
  fileName: string;
  plan: string;
}

/**
 * Defines the route that saves a file's rows, of resellers and of helpers whom `save` allows it: redirects to
 * the page of `save`, or the form with errors.
 */
export function defineUploadRoute(form: string, save: (ctx: Ctx, upload: Upload) => Promise<string>) {
  return defineRoute(
    async (ctx, request: Request) => {
      const sent = await readUpload(request, MAX_BYTES);
      if (!sent) return redirectTo(`${form}?wrong=large`);
      const file = sent.get("file");
      if (!(file instanceof File) || file.size === 0) return redirectTo(`${form}?wrong=empty`);
      const plan = String(sent.get("plan") ?? "");
      try {
        const bytes = new Uint8Array(await file.arrayBuffer());
        const upload = { key: String(sent.get("key")), bytes, fileName: file.name, plan };
        return redirectTo(await save(ctx, upload));
      } catch (error) {
        const wrong = getErrorCode(error);
        return redirectTo(`${form}?${new URLSearchParams({ wrong, ...(plan && { plan }) })}`);
      }
    },
    { audience: "seller" },
  );
}

/** @returns the code of the error the form explains. @throws every other error. */
function getErrorCode(error: unknown): string {
  if (!(error instanceof PortalError)) throw error;
  if (error.code === "conflict") return "drafts";
  if (error.code === "rate_limited") return "busy";
  const bad = Object.entries(BAD_LIST_MESSAGES).find(([, message]) => message === error.message);
  if (!bad) throw error;
  return bad[0];
}
