import { defineUploadRoute } from "#app/ui/form/define-upload-route.ts";
import { createBatchDraft, readBatchFile } from "#lib/batch/batch-draft";

export const POST = defineUploadRoute("/batches", async (ctx, { key, bytes, fileName, plan }) => {
  const planId = /^\d{1,9}$/.test(plan) ? Number(plan) : undefined;
  const list = await readBatchFile(ctx, bytes);
  return `/batches/${await createBatchDraft(ctx, { key, lines: list.rows, list, planId, fileName })}`;
});
