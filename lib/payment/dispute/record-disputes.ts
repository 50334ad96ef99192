import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { recordAudit, recordAuditRows } from "#lib/audit/record-audit";
import { type Ctx, requireAdmin, requireSystem } from "#lib/core/context";
import { log } from "#lib/core/log";
import type { Minor } from "#lib/core/money/money";
import { instant, int, minor, readRow, readRows } from "#lib/core/read-rows";
import { selectLockedWallets } from "#lib/ledger/lock-wallet";
import { writeOperatorEntries } from "#lib/ledger/operator-entries";
import { updateWallets, writeTransfers } from "#lib/ledger/transfer";
import {
  PaymentRejected,
  type Provider,
  type ProviderDispute,
  type ProviderName,
} from "#lib/payment/providers/provider";
import { PROVIDERS } from "#lib/payment/providers/providers";
import { recordChargeback } from "./record-chargeback.ts";

/**
 * Records the disputes about a transaction as the provider lists them. A lost amount leaves the wallet or
 * suspense once: the whole as a chargeback, or a part. Never called inside a transaction.
 * @throws PaymentUnclear
 */
export async function recordDisputes(ctx: Ctx, provider: Provider, transaction: string): Promise<void> {
  requireSystem(ctx);
  try {
    for await (const dispute of provider.listDisputes?.(transaction) ?? []) {
      const isNoted = await saveDispute(ctx, provider.name, transaction, dispute);
      if (isNoted && dispute.state === "lost")
        await postDisputeLoss(ctx, provider.name, transaction, dispute);
    }
  } catch (error) {
    if (!(error instanceof PaymentRejected)) throw error;
    log.warn("payment.disputes_rejected", { provider: provider.name, reason: error.reason });
  }
}

/** Posted amounts stay. @returns whether the dispute is about recorded money */
function saveDispute(
  ctx: Ctx,
  provider: ProviderName,
  transaction: string,
  { id, state, amount, currency, dueAt }: ProviderDispute,
): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const [money] = await readRows(
      tx.db,
      z.object({ id: z.string(), currency: z.string(), resellerId: int.nullable() }),
    )`
      select id, currency, reseller_id
      from provider_transactions
      where provider = ${provider} and transaction = ${transaction} and keys_id is null
      for update`;
    if (!money) return false;
    if (money.currency !== currency) {
      log.error("payment.dispute_unclear", { provider, transaction, dispute: id });
      return false;
    }
    const ended = state === "won" || state === "lost";
    const noted = await tx.db.execute(sql`
      insert into payment_disputes as d (transaction_id, dispute, state, amount, due_at, ended_at)
      select
        ${money.id}, ${id}, ${state}, least(coalesce(${amount}, sum(t.gross)), sum(t.gross)),
        ${dueAt?.toISOString() ?? null}, ${ended ? sql`now()` : null}
      from provider_transactions t
      where t.id = ${money.id} or t.part_of = ${money.id}
      on conflict (transaction_id, dispute) do update
      set
        state = excluded.state, amount = excluded.amount,
        due_at = excluded.due_at, ended_at = excluded.ended_at
      where d.posted_at is null
        and (d.state, d.amount, d.due_at) is distinct from (excluded.state, excluded.amount, excluded.due_at)
      returning d.id`);
    if (noted.length === 0) return true;
    await recordAudit(tx, {
      action: `money.dispute_${state}`,
      subject: "money",
      subjectId: money.id,
      ...(money.resellerId !== null && { resellerId: money.resellerId }),
      after: { provider, transaction, dispute: id, amount, dueAt },
    });
    return true;
  });
}

const DisputedTransaction = z.object({
  id: z.string(),
  /** In the wallet, or left in suspense after the fee. */
  left: minor,
  /** The same of all parts of the transaction. */
  allLeft: minor,
  amount: minor,
  lost: minor,
  isHere: z.boolean(),
  /** A chargeback about it was won: all of it is charged back once. */
  wasRestored: z.boolean(),
  /** All of it is charged back already, or this dispute is booked. */
  isOver: z.boolean(),
});
type DisputedTransaction = z.output<typeof DisputedTransaction>;

/** Once, also when a process died after the dispute was noted. */
async function postDisputeLoss(
  ctx: Ctx,
  provider: ProviderName,
  transaction: string,
  { id: dispute, amount: reportedAmount }: ProviderDispute,
): Promise<void> {
  const left = sql.raw("coalesce(p.credited, p.gross - p.lost - coalesce(p.fee, 0))");
  const [money] = await readRows(ctx.db, DisputedTransaction)`
    select t.id, d.amount, t.lost, p.left, w.all_left,
      t.state in ('credited', 'assigned', 'suspense') as is_here,
      t.restored_at is not null as was_restored,
      t.reversed_at is not null and t.restored_at is null or d.posted_at is not null as is_over
    from provider_transactions t
    join payment_disputes d on d.transaction_id = t.id and d.dispute = ${dispute}
    cross join lateral (select ${left} as left from provider_transactions p where p.id = t.id) p
    cross join lateral (
      select sum(${left}) as all_left
      from provider_transactions p
      where p.id = t.id or p.part_of = t.id
    ) w
    where t.provider = ${provider} and t.transaction = ${transaction}`;
  if (!money || money.isOver) return;
  const { amount } = money;
  // A loss of which the provider does not say how much moves nothing.
  const isClear = money.isHere && reportedAmount !== null;
  if (isClear && !money.wasRestored && amount >= money.allLeft)
    return recordChargeback(ctx, provider, transaction);
  if (isClear && money.lost === 0n && amount < money.left)
    return postPartialLoss(ctx, { provider, transaction, dispute, amount }, money);
  await ctx.db.execute(sql`
    insert into settlement_discrepancies (
      provider, kind, transaction, transaction_id, ledger_amount, provider_amount, currency
    )
    select provider, 'lost', transaction, id, 0, ${reportedAmount === null ? null : -amount}::bigint, currency
    from provider_transactions
    where id = ${money.id}
    on conflict do nothing`);
}

interface PartialLoss {
  provider: ProviderName;
  transaction: string;
  dispute: string;
  amount: Minor;
}

/** One statement: the guard, the wallet, both ledgers and the record. */
function postPartialLoss(
  ctx: Ctx,
  { provider, transaction, dispute, amount }: PartialLoss,
  { id }: Pick<DisputedTransaction, "id">,
): Promise<void> {
  const reason = `Dispute partly lost at ${PROVIDERS[provider].label}: ${transaction}`;
  return inTransaction(ctx, async (tx) => {
    await tx.db.execute(
      selectLockedWallets(sql`select reseller_id from provider_transactions where id = ${id}`),
    );
    await tx.db.execute(sql`
      with taken as (
        update provider_transactions
        set lost = ${amount}, credited = credited - ${amount}, next_check_at = now() + interval '1 day'
        where id = ${id} and lost = 0 and state in ('credited', 'assigned', 'suspense')
          and (reversed_at is null or restored_at is not null)
        returning *
      ),
      moved as (${updateWallets("charge_back", { of: sql`taken`, amount: sql`lost` })}),
      journal as (${writeTransfers(tx, "charge_back", {
        from: sql`moved`,
        amount: sql`lost`,
        reason: sql`${reason}::text`,
      })}),
      operator_side as (${writeOperatorEntries("lost", {
        from: sql`taken left join journal on true`,
        id: sql`taken.id`,
        journalId: sql`journal.id`,
        sides: {
          clearing: sql`-taken.lost`,
          wallets: sql`case when taken.credited is not null then taken.lost end`,
          suspense: sql`case when taken.credited is null then taken.lost end`,
        },
      })}),
      booked as (
        update payment_disputes
        set posted_at = now()
        from taken
        where transaction_id = taken.id and dispute = ${dispute}
      )
      ${recordAuditRows(tx, {
        action: "money.lost_in_part",
        subject: "money",
        subjectId: sql`taken.id::text`,
        resellerId: sql`taken.reseller_id`,
        journalId: sql`journal.id`,
        reason: sql`${reason}::text`,
        before: sql`jsonb_build_object('money', taken.state, 'lost', '0')`,
        after: sql`jsonb_build_object('money', taken.state, 'lost', taken.lost::text)`,
        from: sql`taken left join journal on true`,
      })}`);
  });
}

/** Whether a dispute about all of this money was lost, so that it cannot come back. */
export async function isDisputeLost(ctx: Ctx, provider: ProviderName, transaction: string): Promise<boolean> {
  const [lost] = await ctx.db.execute(sql`
    select
    from payment_disputes d
    join provider_transactions t on t.id = d.transaction_id
    where t.provider = ${provider} and t.transaction = ${transaction}
      and d.state = 'lost' and d.posted_at is null
    limit 1`);
  return lost !== undefined;
}

/** How many disputes want evidence, and until when the first of them. Admins only. */
export async function getOpenDisputes(ctx: Ctx): Promise<{ count: number; dueAt: Date | null }> {
  requireAdmin(ctx);
  const { count, dueAt } = await readRow(ctx.db, z.object({ count: int, dueAt: instant.nullable() }))`
    select count(*)::int as count, min(due_at) as due_at
    from payment_disputes
    where state = 'open'`;
  return { count, dueAt };
}
