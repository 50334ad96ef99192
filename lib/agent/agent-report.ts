import { z } from "zod";
import { requireAdmin } from "#lib/core/context";
import { defineList, type RowOf } from "#lib/core/list/list";
import { buildWhere } from "#lib/core/list/page";
import { formatDecimal } from "#lib/core/money/money";
import { int, minor, readRows } from "#lib/core/read-rows";
import { Day } from "#lib/core/time/day";
import { endOfDay, startOfDay } from "#lib/core/time/time";
import { getReportPeriod } from "#lib/sales/supplier-report";

const Row = z.object({
  id: int,
  name: z.string(),
  /** Agents who bought. */
  agents: int,
  delivered: int,
  /**
   * The sum that the agents paid, in minor units; the parts of it that the parent and the operator got; the suppliers'
   * cost.
   */
  paid: minor,
  commission: minor,
  sales: minor,
  cost: minor,
  margin: minor,
});

/**
 * The parents with what their agents bought: delivered purchases placed in a period, three months at most, and this
 * month unless given; reversed ones and advances not repaid don't count. Admins only.
 */
export const agentReport = defineList({
  allow: requireAdmin,
  filter: { from: Day, to: Day },
  pageSize: 500,
  read: async (ctx, filter, slice) => {
    const { from, to } = getReportPeriod(filter);
    const rows = await readRows(ctx.db, Row)`
      select p.id, p.name, sums.*, sums.paid - sums.commission as sales,
        sums.paid - sums.commission - sums.cost as margin
      from (
        select b.parent_id, count(distinct b.reseller_id) as agents, count(*) as delivered, sum(b.price) as paid,
          sum(b.commission) as commission, sum(coalesce(b.charged, b.cost)) as cost
        from purchases b
        where b.parent_id is not null
          and b.placed_at >= ${startOfDay(from).toISOString()}::timestamptz
          and b.placed_at < ${endOfDay(to).toISOString()}::timestamptz
          and b.ending = 'delivered' and coalesce(b.advance, 'repaid') = 'repaid'
        group by b.parent_id
      ) sums
      join accounts p on p.id = sums.parent_id
      ${buildWhere(slice.conditions)}
      order by ${slice.orderBy}
      limit ${slice.limit}`;
    return slice.page(rows, (row) => row);
  },
  file: {
    name: "agents-by-parent",
    columns: {
      "parent id": ({ id }) => id,
      parent: ({ name }) => name,
      agents: ({ agents }) => agents,
      delivered: ({ delivered }) => delivered,
      "paid by agents": ({ paid }) => formatDecimal(paid),
      commission: ({ commission }) => formatDecimal(commission),
      sales: ({ sales }) => formatDecimal(sales),
      cost: ({ cost }) => formatDecimal(cost),
      margin: ({ margin }) => formatDecimal(margin),
    },
  },
});
export type AgentReportRow = RowOf<typeof agentReport>;
