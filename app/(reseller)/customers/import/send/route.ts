import { BAD_LIST_MESSAGES } from "#lib/bulk/read-batch-rows";
import { MAX_FILE_BYTES } from "#lib/bulk/read-file-cells";
import { PortalError } from "#lib/core/error";
import { createImport, readCustomerFile } from "#lib/customer/customer-import";
import { readUpload } from "#lib/web/read-upload";
import { defineRoute } from "#lib/web/route";

/** Allows for the form around the file. */
const MAX_BYTES = MAX_FILE_BYTES + 10_000;

/** Reads customers from a file and redirects to their check page, or back with the error. */
export const POST = defineRoute(
  async (ctx, request: Request) => {
    const form = await readUpload(request, MAX_BYTES);
    if (!form) return redirectTo("/customers/import?wrong=large");
    const file = form.get("file");
    if (!(file instanceof File) || file.size === 0) return redirectTo("/customers/import?wrong=empty");
    try {
      const lines = await readCustomerFile(ctx, new Uint8Array(await file.arrayBuffer()));
      return redirectTo(
        `/customers/import/${await createImport(ctx, { key: String(form.get("key")), lines })}`,
      );
    } catch (error) {
      if (error instanceof PortalError && error.code === "rate_limited")
        return redirectTo("/customers/import?wrong=busy");
      const bad = Object.entries(BAD_LIST_MESSAGES).find(
        ([, message]) => error instanceof PortalError && message === error.message,
      );
      if (!bad) throw error;
      return redirectTo(`/customers/import?wrong=${bad[0]}`);
    }
  },
  { who: "reseller" },
);

const redirectTo = (address: string) => new Response(null, { status: 303, headers: { Location: address } });
