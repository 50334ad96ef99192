import { sql } from "drizzle-orm";
import { z } from "zod";
import { Id } from "#lib/core/amount";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { type HandMoved, Why } from "./hand-input.ts";
import { moveByHand } from "./move-by-hand.ts";

export const ReverseEntryInput = z.object({ journalId: Id, reason: Why });
export type ReverseEntryInput = z.infer<typeof ReverseEntryInput>;

/**
 * Undoes an earlier credit, debit or claw-back by the opposite move, once. Admins only.
 * @throws not_found; conflict when it was undone before; insufficient_funds when a credit was spent meanwhile.
 */
export async function reverseEntry(ctx: Ctx, input: ReverseEntryInput): Promise<HandMoved> {
  requireAdmin(ctx);
  const { journalId, reason } = ReverseEntryInput.parse(input);
  const [entry] = await ctx.db.execute<Record<"reseller_id" | "kind" | "amount", string>>(sql`
    select j.reseller_id, j.kind, abs(e.amount) as amount
    from journals j join entries e on e.journal_id = j.id and e.account = 'wallet'
    where j.id = ${journalId} and j.kind in ('credit', 'debit', 'claw_back')`);
  if (!entry) throw notFound("entry");
  const move = entry.kind === "credit" ? "correct_credit" : "correct_debit";
  const wanted = { resellerId: Number(entry.reseller_id), amount: BigInt(entry.amount), reason };
  return moveByHand(ctx, move, { ...wanted, reversesId: journalId });
}
