import { sql } from "drizzle-orm";
import { recordRows } from "#lib/audit/record-rows";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import type { Minor } from "#lib/core/money";
import { moveBalances, movedBalances, writeMove } from "./move.ts";

export interface CreditInput {
  resellerId: number;
  /** Minor units, above zero. */
  amount: Minor;
  /** Why, in words that the reseller may read on the statement. */
  reason: string;
}

/** Puts money into a reseller's wallet. Admins and the operator's commands only. */
export async function credit(ctx: Ctx, input: CreditInput): Promise<{ balance: Minor; journalId: number }> {
  requireAdmin(ctx);
  const { resellerId, amount } = input;
  const reason = input.reason.trim();
  if (amount <= 0n)
    throw new PortalError("invalid", "The amount must be above zero.", {
      fields: { amount: ["Must be above zero."] },
    });
  if (!reason) throw new PortalError("invalid", "Say why.", { fields: { reason: ["Say why."] } });
  const minor = sql`${amount}::bigint`;
  const [row] = await ctx.db.execute<{ balance: string; journal_id: string }>(sql`
    with moved as (
      update wallets set ${moveBalances("credit", minor)} where reseller_id = ${resellerId}
      returning ${movedBalances("credit")}
    ), ${writeMove(ctx, "credit", { from: sql`moved`, amount: minor, purchaseId: sql`null::bigint`, reason: sql`${reason}::text` })},
    recorded as (${recordRows(ctx, {
      action: "wallet.credited",
      subject: "wallet",
      subjectId: sql`moved.reseller_id::text`,
      resellerId: sql`moved.reseller_id`,
      journalId: sql`journal.id`,
      reason: sql`${reason}::text`,
      before: sql`jsonb_build_object('wallet', (to_balance - ${minor})::text)`,
      after: sql`jsonb_build_object('wallet', to_balance::text)`,
      from: sql`moved join journal using (reseller_id)`,
    })})
    select to_balance as balance, journal.id as journal_id from moved join journal using (reseller_id)`);
  if (!row) throw notFound("reseller");
  return { balance: BigInt(row.balance), journalId: Number(row.journal_id) };
}
