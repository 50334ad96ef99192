import { parseBatchId } from "#app/(reseller)/batches/[batchId]/parse-batch-id.ts";
import { batchRowList } from "#lib/batch/batch-row-list";
import { getBatch } from "#lib/batch/batch-view";
import { defineExportRoute } from "#lib/request/export-route";

export const GET = defineExportRoute<{ batchId: string }>(
  async (ctx, { batchId }) => {
    const { id } = await getBatch(ctx, { id: parseBatchId(batchId) });
    return batchRowList(id);
  },
  { audience: "seller" },
);
