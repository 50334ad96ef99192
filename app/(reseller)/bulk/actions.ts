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
  removeBatchRow,
} from "#lib/bulk/batch-draft";
import { readBatchFile } from "#lib/bulk/read-isolated";
import { RetryBatchInput, retryBatch } from "#lib/bulk/retry-batch";
import { defineAction } from "#lib/web/action";
import { toSafePath } from "#lib/web/next-path";

const RESELLER_ACCESS = { who: "reseller" } as const;
const BATCH_PAGE_ACCESS = { ...RESELLER_ACCESS, shows: ({ id }: { id: number }) => `/bulk/${id}` };

const PasteBatchForm = z.object({
  key: z.uuid(),
  text: z.string().min(1).max(900_000, "That’s too much text. Upload it as a file."),
  plan: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional()
    .catch(undefined),
});

/** Saves the pasted rows as a batch and opens its page. */
export const pasteBatchAction = defineAction(
  PasteBatchForm,
  async (ctx, { key, text, plan }) => {
    const planId = plan === undefined ? undefined : Number(plan);
    const id = await createBatchDraft(ctx, { key, lines: await readBatchFile(ctx, text), planId });
    redirect(`/bulk/${id}`);
  },
  RESELLER_ACCESS,
);

/** Changes a row and returns to it. */
export const changeBatchRowAction = defineAction(
  ChangeBatchRowInput.extend({ back: z.string().max(300) }),
  async (ctx, { back, ...row }) => {
    await changeBatchRow(ctx, row);
    redirect(`${toSafePath(back)}#row-${row.row}`);
  },
  RESELLER_ACCESS,
);

export const removeBatchRowAction = defineAction(RemoveBatchRowInput, removeBatchRow, BATCH_PAGE_ACCESS);
export const confirmBatchRowsAction = defineAction(
  ConfirmBatchRowsInput,
  confirmBatchRows,
  BATCH_PAGE_ACCESS,
);
export const chooseBatchPlanAction = defineAction(ChooseBatchPlanInput, chooseBatchPlan, BATCH_PAGE_ACCESS);
export const startBatchAction = defineAction(StartBatchInput, startBatch, BATCH_PAGE_ACCESS);
export const resumeBatchAction = defineAction(StartBatchInput, resumeBatch, BATCH_PAGE_ACCESS);
export const stopBatchAction = defineAction(BatchInput, pauseBatch, BATCH_PAGE_ACCESS);
export const cancelBatchRestAction = defineAction(BatchInput, cancelBatch, BATCH_PAGE_ACCESS);

export const discardBatchAction = defineAction(
  BatchInput,
  async (ctx, input) => {
    await discardBatchDraft(ctx, input);
    redirect("/bulk");
  },
  RESELLER_ACCESS,
);

export const retryBatchAction = defineAction(
  RetryBatchInput,
  async (ctx, input) => {
    redirect(`/bulk/${await retryBatch(ctx, input)}`);
  },
  RESELLER_ACCESS,
);
