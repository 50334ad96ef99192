import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { entries, journals } from "#db/schema/ledger";
import { type PendingApproval, runOrRequestApproval } from "#lib/audit/approval-request";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { AdjustmentReason, type AdjustmentResult, adjustWallet } from "./adjust-wallet.ts";

export const ReverseEntryInput = z.object({ journalId: Id, reason: AdjustmentReason });
export type ReverseEntryInput = z.infer<typeof ReverseEntryInput>;

/**
 * Reverses a credit, debit or clawback with the opposite adjustment, once. Above the set amount it
 * needs approval. Admins only.
 * @throws not_found; conflict when it was reversed before; insufficient_funds when a
 * credit was spent meanwhile
 */
export async function reverseEntry(
  ctx: Ctx,
  input: ReverseEntryInput,
): Promise<AdjustmentResult | PendingApproval> {
  requireAdmin(ctx, "money");
  const { journalId, reason } = ReverseEntryInput.parse(input);
  const { resellerId, amount } = await getAdjustmentEntry(ctx, journalId);
  const movement = { kind: "correction" as const, resellerId, amount, reason, about: journalId };
  return runOrRequestApproval(ctx, movement, (ctx) => applyEntryReversal(ctx, { journalId, reason }));
}

/** Carries it out. The caller has checked the rights. Throws as `reverseEntry` does. */
export async function applyEntryReversal(
  ctx: Ctx,
  { journalId, reason }: ReverseEntryInput,
): Promise<AdjustmentResult> {
  const { kind, resellerId, amount } = await getAdjustmentEntry(ctx, journalId);
  const opposite = kind === "credit" ? "correct_credit" : "correct_debit";
  return adjustWallet(ctx, opposite, { resellerId, amount, reason, reversesId: journalId });
}

async function getAdjustmentEntry(ctx: Ctx, journalId: number) {
  const [entry] = await ctx.db
    .select({ kind: journals.kind, resellerId: journals.resellerId, amount: entries.amount })
    .from(journals)
    .innerJoin(entries, and(eq(entries.journalId, journals.id), eq(entries.account, "wallet")))
    .where(and(eq(journals.id, journalId), inArray(journals.kind, ["credit", "debit", "claw_back"])));
  if (!entry) throw notFoundError("entry");
  return { ...entry, amount: entry.amount < 0n ? -entry.amount : entry.amount };
}
