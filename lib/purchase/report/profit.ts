import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { prepared } from "#db/prepared";
import { current } from "#lib/catalogue/current";
import { type Ctx, requireReseller } from "#lib/core/context";
import { type Cell, csv } from "#lib/core/csv";
import { Day } from "#lib/core/day";
import { decimalText, type Minor } from "#lib/core/money";
import { dayOf } from "#lib/core/time";
import { countedDays, SOLD } from "./count-days.ts";

/** What delivered purchases earned whose retail price is known. Money in minor units. */
export interface Earned {
  sold: number;
  /** What customers paid the reseller, and what the reseller paid for it. */
  retail: Minor;
  paid: Minor;
  profit: Minor;
  /** Delivered too, but nobody said what the customer paid: in none of the other figures. */
  unpriced: number;
}

export interface ProfitView extends Earned {
  from: string;
  to: string;
  /** Every day of the time asked for, oldest first. */
  days: (Earned & { day: string })[];
  /** The most profitable first. */
  networks: (Earned & { networkId: number; networkName: string })[];
  plans: (Earned & { planId: number; networkName: string; label: string })[];
}

const day = Day.optional().catch(undefined);

export const ProfitInput = z.object({ from: day, to: day });
export type ProfitInput = z.input<typeof ProfitInput>;

const MOST_DAYS = 366;

/**
 * What the acting reseller earned, by the day on which it was bought, by network and by plan; this month by default, a year at
 * most. It comes from days that were added up before, as far as those still hold.
 */
export async function profit(ctx: Ctx, input: ProfitInput): Promise<ProfitView> {
  const { id } = requireReseller(ctx);
  const { from, to } = spanOf(ProfitInput.parse(input));
  const [rows, catalogue] = await Promise.all([
    ctx.db.execute<Row & { day: string | null; network_id: number | null; plan_id: number | null }>(sql`
      with ${earnings(id, from, to)}
      select day::text as day, network_id, plan_id, ${TOTALS} from earnings
      group by grouping sets ((), (day), (network_id), (network_id, plan_id))`),
    current(ctx),
  ]);
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const networkName = (id: number) =>
    catalogue.networks.find((one) => one.id === id)?.name ?? `Network ${id}`;
  const networks = rows.flatMap(({ network_id: networkId, plan_id, ...row }) =>
    networkId === null || plan_id !== null
      ? []
      : [{ networkId, networkName: networkName(networkId), ...earnedOf(row) }],
  );
  const plans = rows.flatMap(({ network_id, plan_id: planId, ...row }) => {
    if (network_id === null || planId === null) return [];
    const plan = catalogue.plans.get(planId);
    const label = plan
      ? `${plan.size} ${plan.volume} · ${plan.name ?? plan.typeName} · ${plan.validity}`
      : `Plan ${planId}`;
    return [{ planId, networkName: networkName(network_id), label, ...earnedOf(row) }];
  });
  const total = rows.find((row) => row.day === null && row.network_id === null);
  return {
    ...{ from, to, ...earnedOf(total) },
    days: daysOf(from, to).map((day) => ({ day, ...earnedOf(byDay.get(day)) })),
    networks: best(networks),
    plans: best(plans),
  };
}

/** What the acting reseller earned today and this month. */
export async function profitNow(ctx: Ctx): Promise<{ today: Earned; month: Earned }> {
  const { id } = requireReseller(ctx);
  const today = dayOf(new Date());
  const rows = await readNow(ctx.db, { id, from: `${today.slice(0, 8)}01`, to: today });
  const of = (day: string | null) => earnedOf(rows.find((row) => row.day === day));
  return { today: of(today), month: of(null) };
}

const readNow = prepared<{ id: number; from: string; to: string }, Row & { day: string | null }>(
  ({ id, from, to }) => sql`
    with ${earnings(id, from, to)}
    select day::text as day, ${TOTALS} from earnings group by grouping sets ((), (day))`,
);

/** The same as CSV: a line for each day and plan. */
export async function profitFile(ctx: Ctx, input: ProfitInput): Promise<AsyncGenerator<string>> {
  const { id } = requireReseller(ctx);
  const { from, to } = spanOf(ProfitInput.parse(input));
  const { networks, plans } = await current(ctx);
  const rows = await ctx.db.execute<Row & { day: string; network_id: number; plan_id: number }>(sql`
    with ${earnings(id, from, to)}
    select day::text as day, network_id, plan_id, ${TOTALS} from earnings where delivered > 0
    group by day, network_id, plan_id order by day, network_id, plan_id`);
  const names = new Map(networks.map(({ id, name }) => [id, name]));
  async function* cells(): AsyncGenerator<Cell[]> {
    for (const { day, network_id, plan_id, ...row } of rows) {
      const plan = plans.get(plan_id);
      const { sold, retail, paid, profit, unpriced } = earnedOf(row);
      const money = [retail, paid, profit].map((minor) => decimalText(minor));
      yield [
        ...[
          day,
          names.get(network_id) ?? network_id,
          plan ? `${plan.size} ${plan.volume}` : `Plan ${plan_id}`,
        ],
        ...[plan?.name ?? plan?.typeName ?? "", plan?.validity ?? "", sold, ...money, unpriced],
      ];
    }
  }
  const heads = ["day", "network", "plan", "type", "lasts", "sold", "customers paid", "you paid", "profit"];
  return csv([...heads, "no price noted"], cells());
}

type Row = Record<"delivered" | "sold" | "paid" | "retail", string>;

const TOTALS: SQL = sql`coalesce(sum(delivered), 0) as delivered, coalesce(sum(sold), 0) as sold,
  coalesce(sum(paid), 0) as paid, coalesce(sum(retail), 0) as retail`;

/** The CTE `earnings`: stored sums of the days, and parts of them, for which they hold, the purchases themselves for all others. */
function earnings(resellerId: number | SQL, from: string | SQL, to: string | SQL): SQL {
  return sql`${countedDays(from, to)},
    stored as materialized (
      select r.*, counted.until from report_resellers r join counted using (day)
      where counted.with_retail and r.reseller_id = ${resellerId}
    ),
    earnings as (
      select day, network_id, plan_id, delivered, sold, paid, retail from stored
      union all
      select days.day, live.* from days left join (select distinct day, until from stored) s using (day)
      cross join lateral (
        select p.network_id, p.plan_id, count(*) filter (where p.ending = 'delivered') as delivered, ${SOLD}
        from purchases p
        where p.reseller_id = ${resellerId} and p.placed_at >= coalesce(s.until, days.starts) and p.placed_at < days.ends
        group by p.network_id, p.plan_id
      ) live
      where s.day is null or s.until is not null
    )`;
}

function earnedOf(row: Row | undefined): Earned {
  const sold = Number(row?.sold ?? 0);
  const retail = BigInt(row?.retail ?? 0);
  const paid = BigInt(row?.paid ?? 0);
  return { sold, retail, paid, profit: retail - paid, unpriced: Number(row?.delivered ?? 0) - sold };
}

const best = <T extends Earned>(rows: readonly T[]): T[] =>
  rows
    .filter(({ sold, unpriced }) => sold + unpriced > 0)
    .sort((one, other) => Number(other.profit - one.profit));

function spanOf({ from, to }: z.output<typeof ProfitInput>): { from: string; to: string } {
  const last = Temporal.PlainDate.from(to ?? dayOf(new Date()));
  const earliest = last.subtract({ days: MOST_DAYS - 1 });
  const first = from ? Temporal.PlainDate.from(from) : last.with({ day: 1 });
  const within = [earliest, first, last].sort(Temporal.PlainDate.compare)[1] ?? last;
  return { from: within.toString(), to: last.toString() };
}

function daysOf(from: string, to: string): string[] {
  const count = Temporal.PlainDate.from(from).until(to).days + 1;
  return Array.from({ length: count }, (_, days) => Temporal.PlainDate.from(from).add({ days }).toString());
}
