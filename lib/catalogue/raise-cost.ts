import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { getUpstreamVariables } from "#lib/upstream/variables";
import { changeCatalogue } from "./change-catalogue.ts";
import { isNear } from "./judge-plan.ts";

interface ChargedCost {
  planId: number;
  /** The cost at the claim, and what the response charged instead, in minor units. */
  cost: Minor;
  charged: Minor;
  /** Its list was fetched since an earlier such charge, and still has the old cost. */
  isContradiction: boolean;
}

/**
 * Makes the main supplier's cost of a plan what a response charged, until its next list: far from
 * normal or against its own list, it waits for an admin. Does nothing where a list or another response
 * changed the cost meanwhile.
 */
export async function raiseMainCost(
  ctx: Ctx,
  { planId, cost, charged, isContradiction }: ChargedCost,
): Promise<void> {
  const column = sql.raw(`${getUpstreamVariables().UPSTREAM_LEVEL}_amount`);
  const hasCost = sql`id = ${planId} and listed_by = ${MAIN_SUPPLIER_ID} and ${column} = ${cost}::bigint`;
  const rows = await ctx.db.execute(sql`select from plans where ${hasCost}`);
  if (rows.length === 0) return;
  await changeCatalogue(ctx, async (tx, { plans }) => {
    const plan = plans.get(planId);
    const isFar = !isNear(charged, plan?.confirmedCost ?? cost);
    const doubt = isContradiction ? "charged" : isFar ? "cost" : null;
    await tx.db.execute(sql`
      update plans set ${column} = ${charged}::bigint, confirmed_cost = coalesce(confirmed_cost, ${cost}::bigint),
        doubt = coalesce(nullif(doubt, 'cost'), ${doubt}::text) where ${hasCost}`);
  });
}
