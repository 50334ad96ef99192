"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { cancelBatch, pauseBatch, resumeBatch, startBatch } from "#lib/batch/batch";
import {
  ChangeBatchRowInput,
  changeBatchRow,
  chooseBatchColumns,
  chooseBatchPlan,
  confirmBatchRows,
  createBatchDraft,
  discardBatchDraft,
  readBatchFile,
  removeBatchRow,
} from "#lib/batch/batch-draft";
import { retryBatch } from "#lib/batch/retry-batch";
import { toSafePath } from "#lib/request/next-path";
import { createSellerAction } from "#lib/request/page-action";

const PasteBatchForm = z.object({
  key: z.uuid(),
  text: z.string().min(1).max(900_000, "That’s too much text. Upload it as a file."),
  plan: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional()
    .catch(undefined),
});

const openBatch = (id: number) => redirect(`/batches/${id}`);

export const pasteBatchAction = createSellerAction(
  async (ctx, { key, text, plan }) => {
    const planId = plan === undefined ? undefined : Number(plan);
    const list = await readBatchFile(ctx, text);
    return createBatchDraft(ctx, { key, lines: list.rows, list, planId });
  },
  openBatch,
  { form: PasteBatchForm },
);

export const changeBatchRowAction = createSellerAction(
  (ctx, { back: _, ...row }) => changeBatchRow(ctx, row),
  (_, { back, row }) => redirect(`${toSafePath(back)}#row-${row}`),
  { form: ChangeBatchRowInput.extend({ back: z.string().max(300) }) },
);

export const chooseBatchColumnsAction = createSellerAction(chooseBatchColumns, (_, { id }) =>
  openBatch(Number(id)),
);

export const removeBatchRowAction = createSellerAction(removeBatchRow);
export const confirmBatchRowsAction = createSellerAction(confirmBatchRows);
export const chooseBatchPlanAction = createSellerAction(chooseBatchPlan);
export const startBatchAction = createSellerAction(startBatch);
export const resumeBatchAction = createSellerAction(resumeBatch);
export const stopBatchAction = createSellerAction(pauseBatch);
export const cancelBatchRestAction = createSellerAction(cancelBatch);
export const discardBatchAction = createSellerAction(discardBatchDraft, () => redirect("/batches"));
export const retryBatchAction = createSellerAction(retryBatch, openBatch);
