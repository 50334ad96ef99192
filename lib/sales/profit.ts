import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { prepareQuery } from "#db/prepare-query";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { formatPlanDetails, formatPlanSize } from "#lib/catalogue/plan-label";
import { type Ctx, requireReseller } from "#lib/core/context";
import { type CsvCell, encodeCsv } from "#lib/core/list/csv";
import { formatDecimal, type Minor } from "#lib/core/money/money";
import { int, minor, parseRow, readRows } from "#lib/core/read-rows";
import { formatNetworkName } from "#lib/core/text/display-name";
import { Day } from "#lib/core/time/day";
import { dayOf } from "#lib/core/time/time";
import { sumEntriesByKind } from "#lib/ledger/statement";
import { ALL_PLANS, buildStoredDaysCte, sellingPriceTotals } from "./aggregate-days.ts";

/** The profit of delivered purchases with a selling price. Money in minor units. */
export interface Earnings {
  sold: number;
  /** The customers' payments to the reseller, and the reseller's cost with the fees of online payments. */
  sellingPrice: Minor;
  paid: Minor;
  profit: Minor;
  /** Delivered purchases without a selling price, which no other figure includes. */
  unpriced: number;
}

export interface ProfitView extends Earnings {
  from: string;
  to: string;
  /** Every day of the period, oldest first. */
  days: (Earnings & { day: string })[];
  /** By profit, highest first. */
  networks: (Earnings & { networkId: number; networkName: string })[];
  plans: (Earnings & { planId: number; networkName: string; label: string })[];
}

const day = Day.optional().catch(undefined);

export const ProfitInput = z.object({ from: day, to: day });
export type ProfitInput = z.input<typeof ProfitInput>;

const MAX_DAYS = 366;

/**
 * Returns the acting reseller's profit by day of purchase, network and plan; for this month by default, a
 * year at most. It uses the stored sums of days, where these are valid.
 */
export async function getProfit(ctx: Ctx, input: ProfitInput): Promise<ProfitView> {
  const { id } = requireReseller(ctx, "profit");
  const { from, to } = resolveSpan(ProfitInput.parse(input));
  const [rows, catalogue] = await Promise.all([
    readRows(ctx.db, ProfitRow)`
      with ${buildStoredDaysCte(from, to)}, ${buildEarningsCte(id, "plan")}
      select day::text as day, network_id, plan_id, ${TOTALS} from earnings
      group by grouping sets ((), (day), (network_id), (network_id, plan_id))`,
    getCatalogue(ctx),
  ]);
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const networkName = (id: number) =>
    formatNetworkName(catalogue.networks.find((network) => network.id === id)?.name ?? `Network ${id}`);
  const networks = rows.flatMap(({ networkId, planId, ...row }) =>
    networkId === null || planId !== null
      ? []
      : [{ networkId, networkName: networkName(networkId), ...toEarnings(row) }],
  );
  const plans = rows.flatMap(({ networkId, planId, ...row }) => {
    if (networkId === null || planId === null) return [];
    const plan = catalogue.plans.get(planId);
    const label = plan ? formatPlanDetails(plan) : `Plan ${planId}`;
    return [{ planId, networkName: networkName(networkId), label, ...toEarnings(row) }];
  });
  const total = rows.find((row) => row.day === null && row.networkId === null);
  return {
    from,
    to,
    ...toEarnings(total),
    days: listDays(from, to).map((day) => ({ day, ...toEarnings(byDay.get(day)) })),
    networks: sortByProfit(networks),
    plans: sortByProfit(plans),
  };
}

/** Returns the acting reseller's profit of one day. */
export async function getDayProfit(ctx: Ctx, { day }: { day: string }): Promise<Earnings> {
  const { id } = requireReseller(ctx);
  return toEarnings(parseRow(TotalsRow, await selectDayProfit(ctx.db, { id, day })));
}

const selectDayProfit = prepareQuery<{ id: number; day: string }>(
  ({ id, day }) => sql`
    with ${buildStoredDaysCte(day, day)}, ${buildEarningsCte(id, "day")} select ${TOTALS} from earnings`,
);

/** Streams the same as CSV: a line for each day and plan. */
export async function streamProfitCsv(ctx: Ctx, input: ProfitInput): Promise<AsyncGenerator<string>> {
  const { id } = requireReseller(ctx, "profit");
  const { from, to } = resolveSpan(ProfitInput.parse(input));
  const { networks, plans } = await getCatalogue(ctx);
  const rows = await readRows(ctx.db, PlanTotalsRow)`
    with ${buildStoredDaysCte(from, to)}, ${buildEarningsCte(id, "plan")}
    select day::text as day, network_id, plan_id, ${TOTALS} from earnings where delivered > 0
    group by day, network_id, plan_id order by day, network_id, plan_id`;
  const names = new Map(networks.map(({ id, name }) => [id, name]));
  async function* cells(): AsyncGenerator<CsvCell[]> {
    for (const { day, networkId, planId, ...row } of rows) {
      const plan = plans.get(planId);
      const { sold, sellingPrice, paid, profit, unpriced } = toEarnings(row);
      const money = [sellingPrice, paid, profit].map((amount) => formatDecimal(amount));
      yield [
        ...[day, names.get(networkId) ?? networkId, plan ? formatPlanSize(plan) : `Plan ${planId}`],
        ...[plan?.name ?? plan?.typeName ?? "", plan?.validity ?? "", sold, ...money, unpriced],
      ];
    }
  }
  const heads = ["day", "network", "plan", "type", "validity", "sold"];
  return encodeCsv([...heads, "customers paid", "you paid", "profit", "without selling price"], cells());
}

/** Money that the ledger moved beside the profit on sales, in minor units. */
export interface OtherEarnings {
  /** Rewards of referrals, less those reversed. */
  referrals: Minor;
  /** The price of levels bought. */
  upgrades: Minor;
}

/** Returns what the acting reseller earned by referrals and paid for levels on these days. */
export async function getOtherEarnings(
  ctx: Ctx,
  days: Pick<ProfitView, "from" | "to">,
): Promise<OtherEarnings> {
  const { id } = requireReseller(ctx, "profit");
  const moved = await sumEntriesByKind(ctx, id, ["referral", "referral_reversal", "upgrade"], days);
  return { referrals: moved.referral + moved.referral_reversal, upgrades: -moved.upgrade };
}

const TotalsRow = z.object({ delivered: int, sold: int, paid: minor, sellingPrice: minor });
const PlanTotalsRow = TotalsRow.extend({ day: z.string(), networkId: int, planId: int });
const ProfitRow = TotalsRow.extend({
  day: z.string().nullable(),
  networkId: int.nullable(),
  planId: int.nullable(),
});

const TOTALS: SQL = sql`coalesce(sum(delivered), 0) as delivered, coalesce(sum(sold), 0) as sold,
  coalesce(sum(paid), 0) as paid, coalesce(sum(selling_price), 0) as selling_price`;

/**
 * The CTE `earnings`: sums of `days` by day alone or by day, network and plan. They are the stored sums of the days and
 * parts of days where these are valid, and the purchases for all others.
 */
function buildEarningsCte(resellerId: number | SQL, grain: "day" | "plan"): SQL {
  const ofPlan = grain === "plan";
  return sql`stored as materialized (
      select day, network_id, plan_id, delivered, sold, paid, selling_price, counted.until
      from report_resellers r
      join counted using (day)
      where r.reseller_id = ${resellerId} and r.plan_id ${ofPlan ? sql`<>` : sql`=`} ${ALL_PLANS}
    ),
    earnings as (
      select day, network_id, plan_id, delivered::bigint, sold::bigint, paid, selling_price from stored
      union all
      select days.day, live.*
      from days
      left join (select distinct day, until from stored) s using (day)
      cross join lateral (
        select
          ${ofPlan ? sql`p.network_id, p.plan_id` : sql`${ALL_PLANS}, ${ALL_PLANS}`},
          count(*) filter (where p.ending = 'delivered') as delivered, ${sellingPriceTotals(sql`p`)}
        from purchases p
        where p.reseller_id = ${resellerId}
          and p.placed_at >= coalesce(s.until, days.starts) and p.placed_at < days.ends
        ${ofPlan ? sql`group by p.network_id, p.plan_id` : sql``}
      ) live
      where s.day is null or s.until is not null
    )`;
}

function toEarnings(totals: z.output<typeof TotalsRow> | undefined): Earnings {
  const { delivered, sold, sellingPrice, paid } = totals ?? NO_SALES;
  return { sold, sellingPrice, paid, profit: sellingPrice - paid, unpriced: delivered - sold };
}

const NO_SALES = { delivered: 0, sold: 0, sellingPrice: 0n, paid: 0n };

const sortByProfit = <T extends Earnings>(rows: readonly T[]): T[] =>
  rows.filter(({ sold, unpriced }) => sold + unpriced > 0).sort((a, b) => Number(b.profit - a.profit));

function resolveSpan({ from, to }: z.output<typeof ProfitInput>): { from: string; to: string } {
  const last = Temporal.PlainDate.from(to ?? dayOf(new Date()));
  const earliest = last.subtract({ days: MAX_DAYS - 1 });
  const first = from ? Temporal.PlainDate.from(from) : last.with({ day: 1 });
  const within = [earliest, first, last].sort(Temporal.PlainDate.compare)[1] ?? last;
  return { from: within.toString(), to: last.toString() };
}

function listDays(from: string, to: string): string[] {
  const count = Temporal.PlainDate.from(from).until(to).days + 1;
  return Array.from({ length: count }, (_, days) => Temporal.PlainDate.from(from).add({ days }).toString());
}
