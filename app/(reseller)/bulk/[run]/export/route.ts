import { parseBatchId } from "#app/(reseller)/bulk/[run]/parse-batch-id.ts";
import { batchRowList } from "#lib/bulk/batch-row-list";
import { getBatch } from "#lib/bulk/batch-view";
import { defineExportRoute } from "#lib/web/export-route";

export const GET = defineExportRoute<{ run: string }>(
  async (ctx, { run }) => {
    const { id } = await getBatch(ctx, { id: parseBatchId(run) });
    return batchRowList(id);
  },
  { audience: "reseller" },
);
