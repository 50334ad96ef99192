import { sql } from "drizzle-orm";
import { type Ctx, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { selectProceeds } from "#lib/core/purchase-state";
import { selectFundings } from "./referral-facts.ts";

/** How long after its time a reward is still recorded: as long as a chargeback can be won. */
const MAX_AGE = sql`interval '210 days'`;

/** Records what referrals earned since the last run, each once. System only. @returns how many */
export async function recordRewards(ctx: Ctx): Promise<number> {
  requireSystem(ctx);
  let recorded = (await recordFirstFundings(ctx)).length;
  // One month of each referral at a time, so that the next one sees how much of the cap is left.
  for (;;) {
    const { length } = await recordShares(ctx);
    if (length === 0) return recorded;
    recorded += length;
  }
}

/** For the first top-up that is large enough and wasn't reversed. */
const recordFirstFundings = (ctx: Ctx) =>
  ctx.db.execute(sql`
    insert into referral_rewards (referral_id, period, funding_id, amount, due_at)
    select r.id, 'first', f.id, r.reward, f.at + make_interval(days => r.hold_days)
    from referrals r
    cross join lateral (
      select f.*
      from (${selectFundings()}) f
      where f.amount >= r.minimum and not f.reversed
        and f.at >= r.created_at and f.at < r.created_at + make_interval(months => r.months)
      order by f.id
      limit 1
    ) f
    where r.kind = 'first_funding' and r.ended_at is null
      and not exists (
        select from referral_rewards w where w.referral_id = r.id and w.state in ('pending', 'paid'))
    on conflict do nothing
    returning id`);

/**
 * For the earliest month that is over and whose days to wait are, unless a top-up before its end was
 * reversed: the share of what the operator earned by deliveries.
 */
function recordShares(ctx: Ctx) {
  const zone = env().TIME_ZONE;
  return ctx.db.execute(sql`
    insert into referral_rewards (referral_id, period, amount, due_at)
    select distinct on (r.id)
      r.id, to_char(m.month, 'YYYY-MM'), earned.amount, m.ends + make_interval(days => r.hold_days)
    from referrals r
    -- The months of the referral.
    cross join lateral (
      select
        month,
        month at time zone ${zone} as starts,
        (month + interval '1 month') at time zone ${zone} as ends
      from generate_series(
        date_trunc('month', r.created_at at time zone ${zone}),
        (r.created_at + make_interval(months => r.months)) at time zone ${zone},
        interval '1 month'
      ) month
    ) m
    -- The share of a month, up to what is left below the maximum.
    cross join lateral (
      select least(
        r.cap - coalesce((
          select sum(w.amount)
          from referral_rewards w
          where w.referral_id = r.id and w.state in ('pending', 'paid')), 0),
        floor(coalesce(sum(${selectProceeds(sql`p`)} - coalesce(p.charged, p.cost)), 0) * r.share / 10000)
      )::bigint as amount
      from purchases p
      where p.reseller_id = r.referred_id and p.ending = 'delivered'
        and p.placed_at >= greatest(m.starts, r.created_at)
        and p.placed_at < least(m.ends, r.created_at + make_interval(months => r.months))
    ) earned
    where r.kind = 'share' and r.ended_at is null and earned.amount > 0
      and m.ends + make_interval(days => r.hold_days) between now() - ${MAX_AGE} and now()
      and not exists (
        select
        from referral_rewards w
        where w.referral_id = r.id and w.period = to_char(m.month, 'YYYY-MM')
          and w.state in ('pending', 'paid'))
      and not exists (select from (${selectFundings()}) f where f.reversed and f.at < m.ends)
    order by r.id, m.month
    on conflict do nothing
    returning id`);
}
