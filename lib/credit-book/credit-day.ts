import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Ctx, requireReseller } from "#lib/core/context";
import { buildDayConditions } from "#lib/core/list/filter-days";
import { minor, readRow } from "#lib/core/read-rows";
import { startOfDay } from "#lib/core/time/time";

/** Sums of a credit book on one day, without undone entries. Money in minor units. */
export type CreditDay = z.output<typeof CreditDay>;

const CreditDay = z.object({
  /** The part of the selling prices of the day's deliveries that is in the book. */
  onCredit: minor,
  /** The sales added that day, also of other goods. */
  added: minor,
  /** The payments of that day, also for older sales. */
  paid: minor,
});

/** Sums a day of the acting reseller's credit book. */
export async function getCreditDay(ctx: Ctx, { day }: { day: string }): Promise<CreditDay> {
  const { id } = requireReseller(ctx);
  const isOnDay = (column: string) =>
    sql.join(buildDayConditions(sql.raw(column), { from: day, to: day }), sql` and `);
  return readRow(ctx.db, CreditDay)`
    select
      -- The amount may be more than the selling price: the sale has other goods too.
      (select coalesce(sum(least(s.amount, p.selling_price)), 0)
        from credit_sales s join purchases p on p.id = s.purchase_id
        where s.reseller_id = ${id} and s.undone_at is null
          -- No purchase is in the book before its day: it needn't read older sales.
          and s.created_at >= ${startOfDay(day).toISOString()}::timestamptz
          and p.ending = 'delivered' and p.selling_price is not null and ${isOnDay("p.placed_at")}) as on_credit,
      (select coalesce(sum(s.amount), 0)
        from credit_sales s
        where s.reseller_id = ${id} and s.undone_at is null and ${isOnDay("s.created_at")}) as added,
      (select coalesce(sum(c.amount), 0)
        from credit_payments c
        where c.reseller_id = ${id} and c.undone_at is null and ${isOnDay("c.paid_at")}) as paid`;
}
