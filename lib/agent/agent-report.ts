import { z } from "zod";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { int, minor, readRows } from "#lib/core/read-rows";
import { Day } from "#lib/core/time/day";
import { endOfDay, startOfDay } from "#lib/core/time/time";
import { getReportPeriod } from "#lib/sales/supplier-report";

export const AgentReportInput = z.object({ from: Day.optional(), to: Day.optional() });
export type AgentReportInput = z.input<typeof AgentReportInput>;

const Row = z.object({
  parent: z.object({ id: int, name: z.string() }),
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
export type AgentReportRow = z.output<typeof Row>;

/**
 * Returns by parent what agents bought: delivered purchases placed in a period, three months at most, and this month
 * unless given; reversed ones and advances not repaid don't count. The largest commission first. Admins only.
 */
export async function getAgentReport(
  ctx: Ctx,
  input: AgentReportInput = {},
): Promise<{ from: string; to: string; rows: AgentReportRow[] }> {
  requireAdmin(ctx);
  const { from, to } = getReportPeriod(AgentReportInput.parse(input));
  const rows = await readRows(ctx.db, Row)`
    select
      a.id as "parent.id", a.name as "parent.name", count(distinct p.reseller_id) as agents,
      count(*) as delivered, sum(p.price) as paid, sum(p.commission) as commission,
      sum(p.price - p.commission) as sales, sum(coalesce(p.charged, p.cost)) as cost,
      sum(p.price - p.commission - coalesce(p.charged, p.cost)) as margin
    from purchases p
    join accounts a on a.id = p.parent_id
    where p.parent_id is not null
      and p.placed_at >= ${startOfDay(from).toISOString()}::timestamptz
      and p.placed_at < ${endOfDay(to).toISOString()}::timestamptz
      and p.ending = 'delivered' and coalesce(p.advance, 'repaid') = 'repaid'
    group by a.id, a.name
    order by commission desc, a.id`;
  return { from, to, rows };
}
