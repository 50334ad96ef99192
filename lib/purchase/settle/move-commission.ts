import { type SQL, sql } from "drizzle-orm";
import { type AuditActor, recordAuditRows } from "#lib/audit/record-audit";
import { selectLockedWallets } from "#lib/ledger/lock-wallet";
import { updateWallets, writeTransfers } from "#lib/ledger/transfer";

type CommissionTransfer = "commission" | "commission_reversal";

/**
 * A query that locks the wallets of the buyers and of their parents, if any, of the purchases `p` that `which` selects,
 * in the order of `lockWallet`.
 */
export const lockBothWallets = (which: SQL): SQL =>
  selectLockedWallets(sql`
    select unnest(array[p.reseller_id, case when p.commission > 0 then p.parent_id end])
    from purchases p
    where ${which}`);

interface CommissionRows {
  /** The name of the CTE of purchases: `id`, `ident`, `parent_id`, `commission`, and what `where` reads. */
  of: SQL;
  where?: SQL;
  /** The name of the CTE that writes the purchase's own journal, which comes before. */
  after: SQL;
  reason?: SQL;
}

/**
 * Builds the CTEs that move the commission of purchases with its journal and audit record: between the parent's wallet
 * and sales, so that the operator's sales are what the parent would have paid. Both wallets are locked.
 */
export function moveCommission(
  by: AuditActor,
  transfer: CommissionTransfer,
  { of, where = sql`true`, after, reason = sql`null` }: CommissionRows,
): SQL {
  const isReversal = transfer === "commission_reversal";
  return sql`
    earned as (
      select ${of}.id, ${of}.ident, ${of}.parent_id as reseller_id, ${of}.commission as amount
      from ${of}
      where ${of}.commission > 0 and ${where}
    ),
    earned_moved as (${updateWallets(transfer, { of: sql`earned`, amount: sql`amount` })}),
    earned_journal as (${writeTransfers(by, transfer, {
      from: sql`earned_moved where exists (select from ${after})`,
      amount: sql`amount`,
      purchaseId: sql`(select id from earned)`,
      reason,
      ...(isReversal && {
        reversesId: sql`(
          select j.id from journals j join earned on earned.id = j.purchase_id where j.kind = 'commission')`,
      }),
    })}),
    earned_recorded as (${recordAuditRows(by, {
      action: isReversal ? "commission.reversed" : "commission.earned",
      subject: "purchase",
      subjectId: sql`earned.ident`,
      resellerId: sql`earned.reseller_id`,
      journalId: sql`earned_journal.id`,
      reason,
      after: sql`jsonb_build_object('commission', earned.amount::text)`,
      from: sql`earned cross join earned_journal`,
    })})`;
}
