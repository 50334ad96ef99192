"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { cancelBatch, pauseBatch, resumeBatch, StartBatchInput, startBatch } from "#lib/bulk/batch";
import {
  BatchInput,
  ChangeBatchRowInput,
  ChooseBatchPlanInput,
  ConfirmBatchRowsInput,
  changeBatchRow,
  chooseBatchPlan,
  confirmBatchRows,
  createBatchDraft,
  discardBatchDraft,
  RemoveBatchRowInput,
  readBatchFile,
  removeBatchRow,
} from "#lib/bulk/batch-draft";
import { RetryBatchInput, retryBatch } from "#lib/bulk/retry-batch";
import { toSafePath } from "#lib/web/next-path";
import { createResellerAction } from "#lib/web/page-action";

const PasteBatchForm = z.object({
  key: z.uuid(),
  text: z.string().min(1).max(900_000, "That’s too much text. Upload it as a file."),
  plan: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional()
    .catch(undefined),
});

const openBatch = (id: number) => redirect(`/bulk/${id}`);

export const pasteBatchAction = createResellerAction(
  async (ctx, { key, text, plan }) => {
    const planId = plan === undefined ? undefined : Number(plan);
    return createBatchDraft(ctx, { key, lines: await readBatchFile(ctx, text), planId });
  },
  openBatch,
  { form: PasteBatchForm },
);

/** Changes a row and returns to it. */
export const changeBatchRowAction = createResellerAction(
  (ctx, { back: _, ...row }) => changeBatchRow(ctx, row),
  (_, { back, row }) => redirect(`${toSafePath(back)}#row-${row}`),
  { form: ChangeBatchRowInput.extend({ back: z.string().max(300) }) },
);

export const removeBatchRowAction = createResellerAction(removeBatchRow, undefined, {
  form: RemoveBatchRowInput,
});
export const confirmBatchRowsAction = createResellerAction(confirmBatchRows, undefined, {
  form: ConfirmBatchRowsInput,
});
export const chooseBatchPlanAction = createResellerAction(chooseBatchPlan, undefined, {
  form: ChooseBatchPlanInput,
});
export const startBatchAction = createResellerAction(startBatch, undefined, { form: StartBatchInput });
export const resumeBatchAction = createResellerAction(resumeBatch, undefined, { form: StartBatchInput });
export const stopBatchAction = createResellerAction(pauseBatch, undefined, { form: BatchInput });
export const cancelBatchRestAction = createResellerAction(cancelBatch, undefined, { form: BatchInput });
export const discardBatchAction = createResellerAction(discardBatchDraft, () => redirect("/bulk"), {
  form: BatchInput,
});
export const retryBatchAction = createResellerAction(retryBatch, openBatch, { form: RetryBatchInput });
