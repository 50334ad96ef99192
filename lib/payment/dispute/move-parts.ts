import { and, type SQL, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { providerTransactions } from "#db/schema/payment";
import { endApprovalRequests } from "#lib/audit/approval-request";
import { recordAuditRows } from "#lib/audit/record-audit";
import type { Ctx } from "#lib/core/context";
import { selectLockedWallets } from "#lib/ledger/lock-wallet";
import { writeOperatorEntries } from "#lib/ledger/operator-entries";
import { updateWallets, writeTransfers } from "#lib/ledger/transfer";
import type { ProviderName } from "#lib/payment/providers/provider";

/** A chargeback, or one that was won. */
interface ChargebackMovement {
  transfer: "charge_back" | "charge_back_won";
  step: "reversed" | "restored";
  action: string;
  /** The reseller reads it on their statement. */
  reason: string;
  set: SQL;
  /** Which parts it moves, guarded at the moment of moving. */
  where: SQL;
  /** 1 as when the money came, -1 for the opposite. */
  sign: SQL;
}

/**
 * Moves the money of every part of a transaction to where it came from or back, all or none.
 * @returns whether any was moved.
 */
export function moveParts(
  ctx: Ctx,
  provider: ProviderName,
  transaction: string,
  movement: ChargebackMovement,
): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const parts = await tx.db
      .select({ id: providerTransactions.id, resellerId: providerTransactions.resellerId })
      .from(providerTransactions)
      .where(and(matchesTransactionParts(provider, transaction), movement.where))
      .orderBy(providerTransactions.id);
    if (parts.length === 0) return false;
    const these = sql`(select t.* from provider_transactions t where t.id in ${parts.map(({ id }) => id)}) t`;
    await tx.db.execute(selectLockedWallets(sql`select t.reseller_id from ${these}`));
    await tx.db.execute(sql`
      select
      from orders
      where id in (select p.order_id from payments p join ${these} on t.payment_id = p.id)
      order by id
      for update`);
    let moved = false;
    for (const part of parts) if (await movePart(tx, part, movement)) moved = true;
    return moved;
  });
}

/** One statement: the guard, the wallet, both ledgers and the record. @returns whether it did anything. */
async function movePart(
  tx: Ctx,
  { id, resellerId }: { id: number; resellerId: number | null },
  { transfer, step, action, reason, set, where, sign }: ChargebackMovement,
): Promise<boolean> {
  if (resellerId === null) await endApprovalRequests(tx, "suspense", id);
  const due = sql`${sign} * (money.gross - money.lost - coalesce(money.fee, 0))`;
  // The provider's fee, less what the payer bore of it.
  const ownFee = sql`(
    coalesce(money.fee, 0)
      - (money.gross - money.lost - coalesce(money.credited, money.gross - money.lost)))`;
  const done = await tx.db.execute(sql`
    with money as (
      update provider_transactions
      set ${set}, next_check_at = now() + interval '1 day'
      where id = ${id} and ${where}
      returning *
    ),
    moved as (${updateWallets(transfer, { of: sql`money`, amount: sql`credited` })}),
    journal as (${writeTransfers(tx, transfer, {
      from: sql`moved`,
      amount: sql`credited`,
      reason: sql`${reason}::text`,
    })}),
    operator_side as (${writeOperatorEntries(step, {
      from: sql`money left join journal on true`,
      id: sql`money.id`,
      journalId: sql`journal.id`,
      sides: {
        clearing: due,
        fees: sql`case when money.state = 'refunded' then -(${due}) else ${sign} * ${ownFee} end`,
        wallets: sql`${sign} * -money.credited`,
        suspense: sql`case when money.state = 'suspense' then ${sign} * (money.lost - money.gross) end`,
      },
    })}),
    -- The payer has it twice: an admin refunded it, and the bank took it back.
    paid_twice as (
      insert into settlement_discrepancies (
        provider, kind, transaction, transaction_id, ledger_amount, provider_amount, currency
      )
      select provider, 'charged_back', transaction, id, 0, lost - gross, currency
      from money
      where state = 'refunded' and ${step} = 'reversed'
      on conflict do nothing
    ),
    no_longer_twice as (
      update settlement_discrepancies
      set state = 'gone', ended_at = now()
      from money
      where transaction_id = money.id and kind = 'charged_back'
        and settlement_discrepancies.state = 'open' and ${step} = 'restored'
    ),
    orders_due as (
      update orders
      set due_at = now(), changed_at = now()
      from money
      join payments p on p.id = money.payment_id
      where orders.id = p.order_id and p.state = 'paid' and ${step} = 'restored'
        and (orders.payment = 'refunded' or orders.payment = 'received' and orders.waiting_for = 'payment')
    ),
    recorded as (${recordAuditRows(tx, {
      action,
      subject: "money",
      subjectId: sql`money.id::text`,
      resellerId: sql`money.reseller_id`,
      journalId: sql`journal.id`,
      reason: sql`${reason}::text`,
      before: sql`jsonb_build_object('money', money.state)`,
      after: sql`jsonb_build_object('money', ${step}::text, 'provider', money.provider,
        'transaction', money.transaction, 'gross', money.gross::text, 'credited', money.credited::text)`,
      from: sql`money left join journal on true`,
    })})
    select id from money`);
  return done.length > 0;
}

/** The condition that it is the transaction, or a part that it grew by. */
const matchesTransactionParts = (provider: ProviderName, transaction: string) =>
  sql`${providerTransactions.provider} = ${provider} and (${providerTransactions.transaction} = ${transaction}
    or ${providerTransactions.partOf} = (
      select id from provider_transactions where provider = ${provider} and transaction = ${transaction}))`;
