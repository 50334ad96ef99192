import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Ctx, requireReseller } from "#lib/core/context";
import { Day } from "#lib/core/day";
import type { Minor } from "#lib/core/money";
import { dayOf } from "#lib/core/time";
import { countedShopDays, earnedWithin } from "./count-shop-days.ts";

/** What delivered orders earned. Money in minor units. */
export interface Earned {
  orders: number;
  /** What customers paid. */
  sales: Minor;
  /** What the reseller paid for it. */
  cost: Minor;
  profit: Minor;
}

export interface ProfitView extends Earned {
  from: string;
  to: string;
  /** Every day of the time asked for, oldest first. */
  days: (Earned & { day: string })[];
  /** By plan, the most profitable first. */
  plans: (Earned & { planId: number; networkName: string; label: string })[];
}

const day = Day.optional().catch(undefined);

export const ProfitInput = z.object({ from: day, to: day });
export type ProfitInput = z.input<typeof ProfitInput>;

const MOST_DAYS = 92;

/**
 * What the acting reseller's shop earned, by the day of delivery and by plan; the last 30 days by default. It comes from days
 * that were added up before, as far as those still hold; a plan is named as it was last.
 */
export async function profit(ctx: Ctx, input: ProfitInput): Promise<ProfitView> {
  const { id } = requireReseller(ctx);
  const { from, to } = spanOf(ProfitInput.parse(input));
  const rows = await ctx.db.execute<Row>(sql`
    with ${countedShopDays(sql`${from}::date`, to)},
    stored as materialized (
      select r.* from report_shops r join counted using (day) where r.reseller_id = ${id}
    )
    select day::text as day, plan_id, network_name, label, orders, sales, cost from stored
    union all
    select days.day::text, earned.plan_id, earned.network_name, earned.label, earned.orders, earned.sales, earned.cost
    from days cross join lateral (${earnedWithin(sql`${id}`, sql`days.starts`, sql`days.ends`)}) earned
    where not exists (select from stored where stored.day = days.day)
    order by day desc`);
  return {
    ...{ from, to, ...sum(rows) },
    days: daysOf(from, to).map((day) => ({ day, ...sum(rows.filter((row) => row.day === day)) })),
    plans: plansOf(rows),
  };
}

interface Row extends Record<string, unknown> {
  day: string;
  plan_id: number;
  network_name: string;
  label: string;
  orders: string;
  sales: string;
  cost: string;
}

function plansOf(rows: readonly Row[]): ProfitView["plans"] {
  const byPlan = Map.groupBy(rows, (row) => row.plan_id);
  return [...byPlan]
    .map(([planId, [first, ...rest]]) => {
      const all = first ? [first, ...rest] : rest;
      return { planId, networkName: first?.network_name ?? "", label: first?.label ?? "", ...sum(all) };
    })
    .sort((one, other) => Number(other.profit - one.profit));
}

function sum(rows: readonly Row[]): Earned {
  const add = (pick: (row: Row) => string) => rows.reduce((total, row) => total + BigInt(pick(row)), 0n);
  const sales = add((row) => row.sales);
  const cost = add((row) => row.cost);
  return { orders: Number(add((row) => row.orders)), sales, cost, profit: sales - cost };
}

function spanOf({ from, to }: z.output<typeof ProfitInput>): { from: string; to: string } {
  const last = Temporal.PlainDate.from(to ?? dayOf(new Date()));
  const earliest = last.subtract({ days: MOST_DAYS - 1 });
  const first = from ? Temporal.PlainDate.from(from) : last.subtract({ days: 29 });
  const within = [earliest, first, last].sort(Temporal.PlainDate.compare)[1] ?? last;
  return { from: within.toString(), to: last.toString() };
}

function daysOf(from: string, to: string): string[] {
  const count = Temporal.PlainDate.from(from).until(to).days + 1;
  return Array.from({ length: count }, (_, days) => Temporal.PlainDate.from(from).add({ days }).toString());
}
