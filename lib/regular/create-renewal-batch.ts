import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { batches } from "#db/schema/batch";
import { createBatchDraft } from "#lib/batch/batch-draft";
import { isOwnBatch } from "#lib/batch/own-batch";
import { type Ctx, requireReseller } from "#lib/core/context";
import { conflictError } from "#lib/core/error";
import { formatDecimal } from "#lib/core/money/money";
import { MAX_ROWS } from "#lib/spreadsheet/bad-list";
import { listDue } from "./due-list.ts";
import { Ident } from "./renew-purchase.ts";

const MAX_SELECTED = 100;

export const CreateRenewalBatchInput = z.object({
  /** The form's UUID: sent twice, it makes one batch. */
  key: z.uuid("This form isn’t valid. Reload the page and try again."),
  show: z.enum(["due", "ended"]).default("due"),
  /** Renews all numbers instead of the selected ones. */
  all: z.literal("yes").optional(),
  /** The purchases to renew. */
  ident: z
    .union([Ident.transform((ident) => [ident]), z.array(Ident)], { error: "Select the numbers to renew." })
    .pipe(z.array(Ident).max(MAX_SELECTED, `Renew at most ${MAX_SELECTED} numbers at once.`))
    .default([]),
});
export type CreateRenewalBatchInput = z.input<typeof CreateRenewalBatchInput>;

/**
 * Makes a draft of a batch that buys the plans of due numbers again: the reseller checks its prices and
 * starts it. Nothing is charged.
 * @returns its id. @throws invalid; conflict when none of the numbers is due any more.
 */
export async function createRenewalBatch(ctx: Ctx, input: CreateRenewalBatchInput): Promise<number> {
  requireReseller(ctx, "customers");
  const { key, show: time, all, ident } = CreateRenewalBatchInput.parse(input);
  const [before] = await ctx.db
    .select({ id: batches.id })
    .from(batches)
    .where(and(isOwnBatch(ctx, batches), eq(batches.key, key)));
  if (before) return before.id;
  const due = await listDue(ctx, { time, most: MAX_ROWS, idents: all ? undefined : ident });
  const lines = due.map(({ phone, planId, sellingPrice }) => ({
    number: phone,
    plan: String(planId),
    note: "",
    sellingPrice: sellingPrice === null ? "" : formatDecimal(sellingPrice),
  }));
  if (lines.length === 0)
    throw conflictError("None of these numbers is due any more. Select the numbers to renew.");
  return createBatchDraft(ctx, { key, lines, fileName: "Renewals" });
}
