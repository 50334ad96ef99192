import { and, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { suppliers } from "#db/schema/supplier";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { defineList, type RowOf } from "#lib/core/list/list";
import { formatDecimal } from "#lib/core/money/money";
import { selectProceeds } from "#lib/core/purchase-state";
import { int, minor, readRows } from "#lib/core/read-rows";
import { Day } from "#lib/core/time/day";
import { dayOf, endOfDay, startOfDay } from "#lib/core/time/time";

const p = alias(suppliers, "p");

/** The purchases of a period are read, not stored sums: a quarter of a busy portal takes some seconds. */
const MAX_DAYS = 92;

/**
 * The purchases placed in a period, by the supplier that executed each, or may have. A purchase that a
 * supplier surely didn't take counts there as not executed. One that any may have executed, since the
 * database was restored, counts nowhere. Admins only.
 */
export const supplierReport = defineList({
  allow: requireAdmin,
  filter: { from: Day, to: Day },
  order: "oldest",
  pageSize: 50,
  read: async (ctx, filter, slice) => {
    const sums = await sumBySupplier(ctx, getReportPeriod(filter));
    const rows = await ctx.db
      .select({ id: p.id, name: p.name })
      .from(p)
      .where(and(...slice.conditions))
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    return slice.page(rows, ({ id, name }) => ({ id, name, ...toView(sums.get(id) ?? NO_SUMS) }));
  },
  file: {
    name: "suppliers",
    columns: {
      supplier: ({ name }) => name,
      delivered: ({ delivered }) => delivered,
      sales: ({ sales }) => formatDecimal(sales),
      cost: ({ cost }) => formatDecimal(cost),
      margin: ({ margin }) => formatDecimal(margin),
      failed: ({ failed }) => failed,
      reversed: ({ reversed }) => reversed,
      "refunded %": ({ refunded }) => (refunded === null ? null : (refunded * 100).toFixed(2)),
      processing: ({ open }) => open,
      "not executed": ({ rejected }) => rejected,
      "average seconds": ({ averageSeconds }) => averageSeconds?.toFixed(2) ?? null,
    },
  },
});
export type SupplierReportRow = RowOf<typeof supplierReport>;

/** Returns the first and the last day of a report: three months at most, and this month unless given. */
export function getReportPeriod({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  const last = Temporal.PlainDate.from(to ?? dayOf(new Date()));
  const first = from ? Temporal.PlainDate.from(from) : last.with({ day: 1 });
  const earliest = last.subtract({ days: MAX_DAYS - 1 });
  const within = [earliest, first, last].sort(Temporal.PlainDate.compare)[1] ?? last;
  return { from: within.toString(), to: last.toString() };
}

/** Money in minor units. */
const SupplierSums = z.object({
  supplierId: int,
  delivered: int,
  /** Sent and refunded. */
  failed: int,
  /** Delivered, and refunded later. */
  reversed: int,
  /** Sent, and neither delivered nor refunded yet. */
  open: int,
  /** Attempts that the supplier surely didn't execute. */
  rejected: int,
  sales: minor,
  cost: minor,
  /** From sending to the response, of delivered purchases. */
  averageSeconds: z.number().nullable(),
});
type SupplierSums = z.output<typeof SupplierSums>;

async function sumBySupplier(
  ctx: Ctx,
  { from, to }: { from: string; to: string },
): Promise<ReadonlyMap<number, SupplierSums>> {
  const starts = sql`${startOfDay(from).toISOString()}::timestamptz`;
  const ends = sql`${endOfDay(to).toISOString()}::timestamptz`;
  const sent = (ending: SQL) => sql`filter (where was_sent(attempts.result) and p.ending ${ending})`;
  const delivered = sent(sql`= 'delivered'`);
  // No attempt is older than its purchase, so both tables are read by their times.
  const rows = await readRows(ctx.db, SupplierSums)`
    select
      attempts.supplier_id,
      count(*) ${delivered} as delivered,
      count(*) ${sent(sql`= 'failed'`)} as failed,
      count(*) ${sent(sql`= 'reversed'`)} as reversed,
      count(*) ${sent(sql`is null`)} as open,
      count(*) filter (where not was_sent(attempts.result)) as rejected,
      coalesce(sum(${selectProceeds(sql`p`)}) ${delivered}, 0) as sales,
      coalesce(sum(coalesce(p.charged, p.cost)) ${delivered}, 0) as cost,
      (avg(extract(epoch from answered_at - claimed_at)) ${delivered})::float8 as average_seconds
    from purchases p
    join attempts on purchase_id = p.id
    where p.placed_at >= ${starts} and p.placed_at < ${ends}
      and claimed_at >= ${starts} and attempts.supplier_id is not null
    group by attempts.supplier_id`;
  return new Map(rows.map((row) => [row.supplierId, row]));
}

const NO_SUMS = {
  delivered: 0,
  failed: 0,
  reversed: 0,
  open: 0,
  rejected: 0,
  sales: 0n,
  cost: 0n,
  averageSeconds: null,
};

function toView({ delivered, failed, reversed, ...sums }: Omit<SupplierSums, "supplierId">) {
  const ended = delivered + failed + reversed;
  return {
    ...{ delivered, failed, reversed, ...sums },
    margin: sums.sales - sums.cost,
    /** The share of refunded purchases, from 0 to 1; null without any that ended. */
    refunded: ended === 0 ? null : (failed + reversed) / ended,
  };
}
