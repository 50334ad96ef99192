import { type SQL, sql } from "drizzle-orm";
import { recordAuditRows } from "#lib/audit/record-audit";
import type { Ctx } from "#lib/core/context";
import { updateWallets, writeTransfers } from "#lib/ledger/transfer";
import { lockBothWallets, moveCommission } from "#lib/purchase/settle/move-commission";

export type Answer = "advance_repaid" | "advance_waived";

/** The state after each answer, and the condition of the locked `wallet` for it. */
const ANSWERS: Record<Answer, { state: string; can: SQL }> = {
  advance_repaid: {
    state: "repaid",
    can: sql`wallet.reseller_id = p.reseller_id and wallet.wallet >= p.price`,
  },
  advance_waived: { state: "waived", can: sql`true` },
};

interface AdvanceEnd {
  ident: string;
  answer: Answer;
  /** The buyer who answers; the operator decides without. */
  resellerId?: number;
  /** The audit code. */
  action: string;
  reason?: string;
}

/**
 * Ends an advance that awaits its buyer's consent, with its money, in one statement, which locks the wallets before
 * the purchase. With the price that an agent repays, the parent gets the commission. The caller checks permissions.
 * @returns whether it did
 */
export async function endAdvance(ctx: Ctx, end: AdvanceEnd): Promise<boolean> {
  const { ident, answer, resellerId, action, reason } = end;
  const { state, can } = ANSWERS[answer];
  const isBuyers = resellerId === undefined ? sql`` : sql` and p.reseller_id = ${resellerId}`;
  const isWanted = sql`p.ident = ${ident}${isBuyers}`;
  const reasonText = reason === undefined ? undefined : sql`${reason}::text`;
  const rows = await ctx.db.execute(sql`
    with wallet as (${lockBothWallets(isWanted)}),
    awaiting as (
      select p.id
      from purchases p
      where ${isWanted} and p.advance = 'awaiting_consent' and exists (select from wallet where ${can})
      for update
    ),
    ended as (
      update purchases p
      set advance = ${state}
      from awaiting
      where p.id = awaiting.id
      returning p.id, p.ident, p.reseller_id, p.price, p.parent_id, p.commission
    ),
    moved as (${updateWallets(answer, { of: sql`ended`, amount: sql`price` })}),
    journal as (${writeTransfers(ctx, answer, {
      from: sql`moved`,
      amount: sql`price`,
      purchaseId: sql`(select id from ended)`,
      ...(reasonText && { reason: reasonText }),
    })}),
    recorded as (${recordAuditRows(ctx, {
      action,
      subject: "purchase",
      subjectId: sql`ended.ident`,
      resellerId: sql`ended.reseller_id`,
      journalId: sql`journal.id`,
      ...(reasonText && { reason: reasonText }),
      before: sql`jsonb_build_object('advance', 'awaiting_consent')`,
      after: sql`jsonb_build_object('advance', ${state}::text, 'price', ended.price::text)`,
      from: sql`ended cross join journal`,
    })}),
    ${moveCommission(ctx, "commission", {
      of: sql`ended`,
      where: sql`${answer === "advance_repaid"}`,
      after: sql`journal`,
    })}
    select id from ended`);
  return rows.length > 0;
}
