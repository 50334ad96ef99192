import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { entries, journals } from "#db/schema/ledger";
import { orPropose, type Waiting } from "#lib/audit/second-admin";
import { Id } from "#lib/core/amount";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { type Adjusted, adjust, Why } from "./adjust.ts";

export const ReverseEntryInput = z.object({ journalId: Id, reason: Why });
export type ReverseEntryInput = z.infer<typeof ReverseEntryInput>;

/**
 * Undoes an earlier credit, debit or claw-back by the opposite adjustment, once; above the set sum it waits for a second
 * admin. Admins only.
 * @throws not_found; conflict when it was undone before; insufficient_funds when a credit was spent meanwhile.
 */
export async function reverseEntry(ctx: Ctx, input: ReverseEntryInput): Promise<Adjusted | Waiting> {
  requireAdmin(ctx, "money");
  const { journalId, reason } = ReverseEntryInput.parse(input);
  const { resellerId, amount } = await entryOf(ctx, journalId);
  const movement = { kind: "correction" as const, resellerId, amount, reason, about: journalId };
  return orPropose(ctx, movement, (ctx) => undoEntry(ctx, { journalId, reason }));
}

/** Carries it out. The caller has checked the rights. Throws as `reverseEntry` does. */
export async function undoEntry(ctx: Ctx, { journalId, reason }: ReverseEntryInput): Promise<Adjusted> {
  const { kind, resellerId, amount } = await entryOf(ctx, journalId);
  const opposite = kind === "credit" ? "correct_credit" : "correct_debit";
  return adjust(ctx, opposite, { resellerId, amount, reason, reversesId: journalId });
}

async function entryOf(ctx: Ctx, journalId: number) {
  const [entry] = await ctx.db
    .select({ kind: journals.kind, resellerId: journals.resellerId, amount: entries.amount })
    .from(journals)
    .innerJoin(entries, and(eq(entries.journalId, journals.id), eq(entries.account, "wallet")))
    .where(and(eq(journals.id, journalId), inArray(journals.kind, ["credit", "debit", "claw_back"])));
  if (!entry) throw notFound("entry");
  return { ...entry, amount: entry.amount < 0n ? -entry.amount : entry.amount };
}
