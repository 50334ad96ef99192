import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { refreshSupply } from "./refresh-supply.ts";

interface ChargedCost {
  supplierId: number;
  supplierPlanId: number;
  /** The cost at the claim, and what the response charged instead, in minor units. */
  cost: Minor;
  charged: Minor;
  /** Its list was fetched since an earlier such charge, and still has the old cost. */
  isContradiction: boolean;
}

/**
 * Makes a supplier's cost of a plan what a response charged, until its next list: far from the confirmed one
 * or against its own list, it waits for an admin. Does nothing where a list or another response changed the
 * cost meanwhile.
 */
export async function raiseRouteCost(ctx: Ctx, raise: ChargedCost): Promise<void> {
  const closing = raise.isContradiction
    ? sql`, confirmed_cost = null, closed_for = coalesce(closed_for, 'charged')`
    : sql``;
  const raised = await ctx.db.execute(sql`
    update routes r set cost = ${raise.charged}::bigint,
      amounts = jsonb_set(r.amounts, array[s.level], to_jsonb(${String(raise.charged)}::text))${closing}
    from suppliers s
    where s.id = r.supplier_id and r.supplier_id = ${raise.supplierId}
      and r.supplier_plan_id = ${raise.supplierPlanId} and r.cost = ${raise.cost}::bigint
    returning r.supplier_plan_id`);
  if (raised.length > 0) await refreshSupply(ctx);
}
