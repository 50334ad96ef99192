import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import type { Minor } from "#lib/core/money/money";
import { int, minor, readRows } from "#lib/core/read-rows";
import { dayOf } from "#lib/core/time/time";
import { sumPurchasesByReseller } from "#lib/sales/purchase-sums";
import type { UpperLevel } from "./level-order.ts";

/** The saving that a level would have brought in a month or in 30 days. Money in minor units. */
export interface Saving {
  /** Deliveries that the level had a price for, and what they cost the reseller. */
  count: number;
  spent: Minor;
  /** The difference to the level's prices when each was bought; below zero where they were higher. */
  saving: Minor;
}

/** The columns of `plan_prices`. */
const PRICE_COLUMNS: Record<UpperLevel, string> = {
  affiliate: "affiliate",
  top_user: "top_user",
  api: "api",
};

/** The last 30 days, this month and the one before. */
const PERIODS = ["recent", "current", "previous"] as const;
export type Savings = Record<(typeof PERIODS)[number], Saving>;
const NO_SAVING: Saving = { count: 0, spent: 0n, saving: 0n };

/**
 * Adds up what a level would have saved a reseller in the last 30 days, in this month and in the one before.
 * Rights are the caller's.
 */
export async function readSavings(ctx: Ctx, resellerId: number, level: UpperLevel): Promise<Savings> {
  const zone = env().TIME_ZONE;
  const rows = await readRows(
    ctx.db,
    z.object({ period: z.string(), count: int, spent: minor, saving: minor }),
  )`
    with periods as (
      select 'recent' as period, now() - interval '30 days' as starts, 'infinity'::timestamptz as ends
      union all
      select 'current', month at time zone ${zone}, 'infinity'
      from date_trunc('month', now() at time zone ${zone}) month
      union all
      select 'previous', (month - interval '1 month') at time zone ${zone}, month at time zone ${zone}
      from date_trunc('month', now() at time zone ${zone}) month
    ),
    bought as materialized (
      select p.plan_id, p.price, p.placed_at
      from purchases p
      where p.reseller_id = ${resellerId} and p.ending = 'delivered'
        -- Of an agent's, the level didn't set the price.
        and p.parent_id is null
        and p.placed_at >= (select min(starts) from periods)
    ),
    -- The level's prices of these plans, with the time in which each was valid.
    priced as materialized (
      select
        plan_id, ${sql.identifier(PRICE_COLUMNS[level])} as price, at as starts,
        lead(at, 1, 'infinity') over (partition by plan_id order by id) as ends
      from plan_prices
      where plan_id in (select plan_id from bought)
    )
    select period, count(*) as count, sum(b.price) as spent, sum(b.price - q.price) as saving
    from bought b
    join priced q on q.plan_id = b.plan_id and b.placed_at >= q.starts and b.placed_at < q.ends
    join periods on b.placed_at >= periods.starts and b.placed_at < periods.ends
    where q.price is not null
    group by period`;
  const toSaving = (period: string): Saving => {
    const { count, spent, saving } = rows.find((each) => each.period === period) ?? NO_SAVING;
    return { count, spent, saving };
  };
  return Object.fromEntries(PERIODS.map((period) => [period, toSaving(period)])) as Savings;
}

const VOLUME_DAYS = 30;

/** Adds up the deliveries of the last 30 days, including today, in minor units. Rights are the caller's. */
export async function readVolume(ctx: Ctx, resellerId: number): Promise<Minor> {
  const from = Temporal.PlainDate.from(dayOf(new Date())).subtract({ days: VOLUME_DAYS - 1 });
  const sums = await sumPurchasesByReseller(ctx, { from: from.toString(), resellerIds: [resellerId] });
  return sums.get(resellerId)?.sales ?? 0n;
}
