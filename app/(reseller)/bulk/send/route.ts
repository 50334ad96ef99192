import { defineUploadRoute } from "#app/ui/form/define-upload-route.ts";
import { createBatchDraft, readBatchFile } from "#lib/bulk/batch-draft";

export const POST = defineUploadRoute("/bulk", async (ctx, { key, bytes, fileName, plan }) => {
  const planId = /^\d{1,9}$/.test(plan) ? Number(plan) : undefined;
  const lines = await readBatchFile(ctx, bytes);
  return `/bulk/${await createBatchDraft(ctx, { key, lines, planId, fileName })}`;
});
