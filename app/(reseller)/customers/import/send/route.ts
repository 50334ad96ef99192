import { defineUploadRoute } from "#app/ui/form/define-upload-route.ts";
import { createImport, readCustomerFile } from "#lib/customer/customer-import";

export const POST = defineUploadRoute("/customers/import", async (ctx, { key, bytes }) => {
  const list = await readCustomerFile(ctx, bytes);
  return `/customers/import/${await createImport(ctx, { key, lines: list.rows, list })}`;
});
