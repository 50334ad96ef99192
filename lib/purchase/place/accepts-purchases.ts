import { type SQL, sql } from "drizzle-orm";
import { prepareQuery } from "#db/prepare-query";
import type { Ctx } from "#lib/core/context";
import { isSold } from "#lib/purchase/queue/choose-supplier";
import type { Namespace } from "#lib/purchase/read/purchase-view";

/**
 * The condition that purchases are accepted in a namespace: it isn't on hold, and a supplier with a
 * fresh list sells, or waits for a purchase to probe with. A restored copy of the database accepts none
 * until an admin starts it.
 * @param plan the plan and its price; without it, of any plan.
 */
export function acceptsPurchases(namespace: Namespace | SQL, plan?: { planId: SQL; price: SQL }): SQL {
  return sql`(exists (select from dispatcher where ${namespace} <> all (on_hold)) and ${isSold(plan)})`;
}

const selectAccepting = prepareQuery<Record<never, never>>(
  () => sql`select ${acceptsPurchases("buyer")} as accepting`,
);

export async function isAcceptingPurchases(ctx: Ctx): Promise<boolean> {
  const [row] = await selectAccepting(ctx.db, {});
  return row?.accepting === true;
}
