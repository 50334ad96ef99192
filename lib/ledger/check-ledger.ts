import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { isRefunded } from "#lib/core/purchase-state";
import { int, readRow } from "#lib/core/read-rows";

export interface LedgerCheckResult {
  ok: boolean;
  /** One line for each promise that is broken. */
  findings: string[];
  counted: Record<string, number>;
}

/** Each promise about money, as a query that counts the violations. */
const LEDGER_INVARIANTS = {
  "journals without two entries that sum to zero": sql`
    select (select count(*) from journals) - count(*) as count
    from (
      select journal_id from entries group by journal_id having sum(amount) = 0 and count(*) = 2
    ) good`,
  "balances that differ from their entries": sql`
    select count(*)
    from (
      select
        reseller_id,
        coalesce(sum(amount) filter (where account = 'wallet'), 0) as wallet,
        coalesce(sum(amount) filter (where account = 'held'), 0) as held,
        coalesce(sum(amount) filter (where account = 'sales'), 0) as sales,
        coalesce(sum(amount) filter (where account = 'funding'), 0) as funding,
        coalesce(sum(amount) filter (where account = 'advanced'), 0) as advanced
      from entries
      group by reseller_id
    ) summed
    full join wallets using (reseller_id)
    where (wallets.wallet, wallets.held, wallets.sales, wallets.funding, wallets.advanced)
      is distinct from (
        coalesce(summed.wallet, 0), coalesce(summed.held, 0),
        coalesce(summed.sales, 0), coalesce(summed.funding, 0), coalesce(summed.advanced, 0))`,
  "entries whose balance isn't the previous balance plus their amount": sql`
    select count(*)
    from (
      select balance, amount, lag(balance, 1, 0::bigint) over (
        partition by reseller_id, account order by id) as before
      from entries
    ) chained
    where balance <> before + amount`,
  "wallets below their floor": sql`select count(*) from wallets where wallet < floor`,
  "payments in wallets that don't match their provider's confirmation": sql`
    select count(*)
    from (
      select id from journals where kind in ('payment', 'refund', 'charge_back', 'charge_back_won')
      union
      select journal_id from operator_entries where account = 'wallets'
    ) j
    where not is_payment_proven(j.id)`,
  "confirmed payments whose ledger entries don't add up": sql`
    select count(*) from provider_transactions t where not operator_entries_agree(t)`,
  "payments whose refunds don't match their status": sql`
    select count(*)
    from provider_transactions t
    left join (
      select
        transaction_id,
        count(*) filter (where state = 'done') as done,
        count(*) filter (where state in ('requested', 'pending', 'attention')) as open
      from payment_refunds
      group by transaction_id
    ) r on r.transaction_id = t.id
    where coalesce(r.open, 0) <> case t.state when 'refunding' then 1 else 0 end
      or coalesce(r.done, 0) <> case
          when t.state = 'refunded' and t.keys_id is null and not exists (
            select
            from operator_entries h
            where h.transaction_id = t.id and h.account = 'outside' and h.step <> 'settled') then 1
          else 0
        end
        and (t.keys_id is null or r.done > 1 or t.state <> 'refunded')`,
  "settled payments whose ledger entries don't match their settlement": sql`
    select count(*)
    from (
      select
        transaction_id, sum(amount) as amount,
        -sum(amount) filter (where account = 'clearing') as cleared
      from operator_entries
      where step = 'settled' and account in ('outside', 'clearing')
      group by transaction_id
    ) h
    full join (
      select transaction_id, sum(booked) as booked
      from settlement_lines
      where booked is not null
      group by transaction_id
    ) l using (transaction_id)
    where (h.amount, h.cleared) is distinct from (0, l.booked)`,
  "orders paid online with the wrong payment status": sql`
    select count(*)
    from payments y
    join orders o on o.id = y.order_id
    left join purchases u on u.id = o.purchase_id
    where y.state = 'paid'
      and (o.payment not in ('received', 'refunded')
        or o.payment = 'refunded' and not ${isRefunded(sql`u.state`)})`,
  "undelivered orders paid online that aren't marked refunded": sql`
    select count(*)
    from provider_transactions t
    join payments y on y.id = t.payment_id
    join orders o on o.id = y.order_id
    where t.reason = 'undelivered' and o.payment <> 'refunded'`,
  "credited payments that match neither their request nor a dedicated account": sql`
    select count(*)
    from provider_transactions t
    left join payments p on p.id = t.payment_id
    left join dedicated_accounts a on a.id = t.account_id
    where t.state = 'credited'
      and (t.provider, t.currency, t.reseller_id) is distinct from (a.provider, a.currency, a.reseller_id)
      and (p.id is null
        or p.state <> 'paid'
        or (p.provider, p.reference, p.currency, p.reseller_id)
          is distinct from (t.provider, t.reference, t.currency, t.reseller_id)
        or p.amount not in (t.gross, t.gross - coalesce(t.fee, 0)))`,
  "level upgrades that weren't charged exactly once at their price": sql`
    select count(*)
    from (select id from journals where kind = 'upgrade') j
    full join (select * from level_upgrades where price is not null) u on u.journal_id = j.id
    where j.id is null
      or u.id is null
      or not exists (select from level_upgrades c where c.id = u.id and is_upgrade_charged(c))`,
  "referral rewards that weren't paid or reversed exactly once": sql`
    select count(*)
    from (select id from journals where kind in ('referral', 'referral_reversal')) j
    full join (
      select id as reward_id, journal_id as id from referral_rewards where journal_id is not null
      union all
      select id, reversal_journal_id from referral_rewards where reversal_journal_id is not null
    ) w on w.id = j.id
    where j.id is null
      or w.id is null
      or not exists (select from referral_rewards c where c.id = w.reward_id and is_reward_proven(c))`,
  "money between parents and agents that wasn't moved exactly once": sql`
    select count(*)
    from (select id from journals where kind in ('send', 'receive')) j
    full join (
      select id as transfer_id, send_journal_id as id from agent_transfers where send_journal_id is not null
      union all
      select id, receive_journal_id from agent_transfers where receive_journal_id is not null
    ) t on t.id = j.id
    where j.id is null
      or t.id is null
      or not exists (select from agent_transfers c where c.id = t.transfer_id and is_agent_transfer_proven(c))`,
  "accepted messages that weren't charged exactly once": sql`
    select count(*)
    from (select id from journals where kind = 'message') j
    full join (select * from customer_messages where journal_id is not null) m on m.journal_id = j.id
    where j.id is null
      or m.id is null
      or not exists (
        select from customer_messages c
        where c.id = m.id and c.accepted_at is not null and is_message_charged(c))`,
  "referrals that earned more than their maximum": sql`
    select count(*)
    from (
      select referral_id, sum(amount) as amount
      from referral_rewards
      where state = 'paid'
      group by referral_id
    ) w
    join referrals r on r.id = w.referral_id
    where w.amount > case r.kind when 'share' then r.cap else r.reward end`,
  "journals without an audit record": sql`
    select count(*)
    from journals j
    where not exists (select from audit a where a.journal_id = j.id)`,
};

export type LedgerInvariant = keyof typeof LEDGER_INVARIANTS;

/** Proves from the outside, in one snapshot, that the ledger is balanced. Reads every journal. */
export async function checkLedger(ctx: Ctx): Promise<LedgerCheckResult> {
  requireAdmin(ctx);
  const findings: string[] = [];
  for (const [promise, query] of Object.entries(LEDGER_INVARIANTS)) {
    const { count } = await readRow(ctx.db, z.object({ count: int }))`${query}`;
    if (count !== 0) findings.push(`${count} ${promise}`);
  }
  const counted = await readRow(ctx.db, z.record(z.string(), int))`
    select (select count(*) from wallets) as wallets, (select count(*) from journals) as journals,
      (select count(*) from entries) as entries, (select count(*) from provider_transactions) as payments`;
  return { ok: findings.length === 0, findings, counted };
}
