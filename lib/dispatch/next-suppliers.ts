import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { int, minor, readRows, textOf } from "#lib/core/read-rows";
import {
  comesLast,
  deliveryCost,
  isFirst,
  planRouting,
  supplierOrder,
  suppliersOn,
} from "#lib/purchase/queue/choose-supplier";
import { isHomeDatabase } from "#lib/purchase/queue/home-database";
import type { Routing } from "./routing.ts";

/** The rule for a plan's purchases: its own, one supplier before the others, or that of all plans. */
export type NextRule = Routing | "first";

const NextRow = z.object({
  id: int,
  name: z.string(),
  /** In minor units. */
  cost: minor,
  /** Nothing is sent there until it is started, or a tried purchase succeeds. */
  stopped: z.boolean(),
  /** It comes last, because it fails too often or is slow. */
  comesLast: z.boolean(),
  isFirst: z.boolean(),
  rule: textOf<NextRule>().nullable(),
});

/** A supplier that delivers a plan. */
export type NextSupplier = Omit<z.output<typeof NextRow>, "rule">;

/**
 * Lists the suppliers that deliver a plan by a fresh list, in the order in which a claim prefers them.
 * `rule` is null while sending is stopped for all. Admins only.
 */
export async function getNextSuppliers(
  ctx: Ctx,
  { planId }: { planId: number },
): Promise<{ rule: NextRule | null; suppliers: NextSupplier[] }> {
  requireAdmin(ctx);
  const [id, p] = [sql`s.id`, sql`p`];
  const routing = planRouting(p, sql`(select routing from rules)`);
  const rows = await readRows(ctx.db, NextRow)`
    with rules as (
      select routing from dispatcher where ${isHomeDatabase()} and not stopped
    ),
    p as (
      select 0::bigint as id, plans.id as plan_id, network_id, size, volume, validity
      from plans
      where plans.id = ${planId}
    ),
    offers as (
      select
        s.id, name, rank, stopped, ${deliveryCost(id, p)} as cost, ${comesLast(sql`s`)} as poor,
        ${isFirst(id, p)} as first
      from p
      cross join ${suppliersOn()} s
      where s.fresh
    )
    select
      o.id, name, cost, stopped, poor as "comesLast", first as "isFirst",
      case when exists (select from rules) then ${routing} end as rule
    from offers o
    cross join p
    where cost is not null
    order by ${supplierOrder(routing, {
      poor: sql`poor`,
      id: sql`o.id`,
      cost: sql`cost`,
      rank: sql`rank`,
      first: sql`first`,
    })}`;
  return {
    rule: rows[0]?.rule ?? null,
    suppliers: rows.map(({ rule: _rule, ...supplier }) => supplier),
  };
}
