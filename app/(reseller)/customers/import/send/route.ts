import { FILE_BYTES } from "#lib/bulk/read-file";
import { BAD_LISTS } from "#lib/bulk/read-list";
import { PortalError } from "#lib/core/error";
import { makeImport } from "#lib/customer/import";
import { readCustomers } from "#lib/customer/read-customers";
import { readUpload } from "#lib/web/read-upload";
import { route } from "#lib/web/route";

/** Room for the form around the file. */
const MOST_BYTES = FILE_BYTES + 10_000;

/** Takes customers as a file, and leads to where they are looked at, or back with what is wrong. */
export const POST = route(
  async (ctx, request: Request) => {
    const form = await readUpload(request, MOST_BYTES);
    if (!form) return to("/customers/import?wrong=large");
    const file = form.get("file");
    if (!(file instanceof File) || file.size === 0) return to("/customers/import?wrong=empty");
    try {
      const lines = await readCustomers(ctx, new Uint8Array(await file.arrayBuffer()));
      return to(`/customers/import/${await makeImport(ctx, { key: String(form.get("key")), lines })}`);
    } catch (error) {
      if (error instanceof PortalError && error.code === "rate_limited")
        return to("/customers/import?wrong=busy");
      const bad = Object.entries(BAD_LISTS).find(
        ([, words]) => error instanceof PortalError && words === error.message,
      );
      if (!bad) throw error;
      return to(`/customers/import?wrong=${bad[0]}`);
    }
  },
  { who: "reseller" },
);

const to = (address: string) => new Response(null, { status: 303, headers: { Location: address } });
