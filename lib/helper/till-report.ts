import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Ctx, requireReseller } from "#lib/core/context";
import { type CsvCell, encodeCsv } from "#lib/core/list/csv";
import { buildDayConditions } from "#lib/core/list/filter-days";
import { formatDecimal } from "#lib/core/money/money";
import { isRefunded } from "#lib/core/purchase-state";
import { int, minor, readRows } from "#lib/core/read-rows";
import { Day } from "#lib/core/time/day";
import { dayOf } from "#lib/core/time/time";
import { dayPlaced } from "#lib/sales/set-selling-price";

/** Sales of one person on one day, without what failed or was reversed. Money in minor units. */
export type TillRow = z.output<typeof TillRow>;

const TillRow = z.object({
  day: z.string(),
  /** Null is the reseller. */
  helperId: int.nullable(),
  name: z.string(),
  sales: int,
  /** The sum of the selling prices. */
  cash: minor,
  /** Sales without a selling price, which `cash` leaves out. */
  unpriced: int,
  /** Taken from the wallet. */
  spent: minor,
});

const day = Day.optional().catch(undefined);

export const TillInput = z.object({ from: day, to: day });
export type TillInput = z.input<typeof TillInput>;

const MAX_DAYS = 31;

/**
 * Returns how much cash each person should have from sales on the buy page, by day, the newest first; for
 * today by default, 31 days at most. Online orders, batches and the API bring no cash to the till.
 */
export async function getTill(
  ctx: Ctx,
  input: TillInput,
): Promise<{ from: string; to: string; rows: TillRow[] }> {
  const { id } = requireReseller(ctx);
  const { from, to } = resolveDays(TillInput.parse(input));
  const rows = await readRows(ctx.db, TillRow)`
    select
      sold.*, a.name
    from (
      select
        ${dayPlaced()} as day, p.helper_id, count(*) as sales,
        coalesce(sum(p.selling_price), 0) as cash,
        count(*) filter (where p.selling_price is null) as unpriced, sum(p.price) as spent
      from purchases p
      where p.reseller_id = ${id} and p.channel = 'web' and not ${isRefunded(sql`p.state`)}
        and ${sql.join(buildDayConditions(sql`p.placed_at`, { from, to }), sql` and `)}
      group by 1, 2
    ) sold
    join accounts a on a.id = coalesce(sold.helper_id, ${id})
    order by sold.day desc, sold.helper_id nulls first`;
  return { from, to, rows };
}

export async function streamTillCsv(ctx: Ctx, input: TillInput): Promise<AsyncGenerator<string>> {
  const { rows } = await getTill(ctx, input);
  async function* cells(): AsyncGenerator<CsvCell[]> {
    for (const { day, name, sales, cash, unpriced, spent } of rows)
      yield [day, name, sales, formatDecimal(cash), unpriced, formatDecimal(spent)];
  }
  const heads = ["day", "sold by", "sales", "expected cash", "without selling price", "price"];
  return encodeCsv(heads, cells());
}

function resolveDays({ from, to }: z.output<typeof TillInput>): { from: string; to: string } {
  const last = to ?? dayOf(new Date());
  const earliest = Temporal.PlainDate.from(last)
    .subtract({ days: MAX_DAYS - 1 })
    .toString();
  return { from: [earliest, from ?? last, last].toSorted()[1] ?? last, to: last };
}
