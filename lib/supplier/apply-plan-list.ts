import { z } from "zod";
import type { ListedAmounts } from "#db/schema/supplier";
import type { Ctx, Level } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { readRow } from "#lib/core/read-rows";
import type { ListedPlan, PlanList } from "#lib/upstream/plan-list";
import { matchSameRoutes } from "./match-same-routes.ts";
import { type ListedRoute, storeRoutes } from "./store-routes.ts";

interface ListedSupplier {
  id: number;
  level: Level;
}

export interface AppliedList {
  plans: number;
  /** Added, changed and no longer listed. */
  changed: number;
  matched: number;
}

/**
 * Stores a supplier's list, whose plans an admin matches to the portal's, and matches those whose texts are
 * the same. Part of the caller's transaction.
 * @param requestedAt the database's time before the request, as text
 * @throws unavailable with the reason when the list can't be trusted
 */
export async function applyPlanList(
  ctx: Ctx,
  { id, level }: ListedSupplier,
  list: PlanList,
  requestedAt: string,
): Promise<AppliedList> {
  const rows = toRoutes(list, level);
  if (rows.length === 0)
    throw new PortalError("unavailable", "The supplier’s list was rejected: it is empty.");
  const changed = await storeRoutes(ctx, id, rows, { requestedAt, awaitsNew: false });
  return { plans: rows.length, changed, matched: await matchSameRoutes(ctx, id) };
}

/** @throws unavailable for the plain list, which has no prices for each level */
function toRoutes({ source, networks }: PlanList, level: Level): ListedRoute[] {
  if (source === "plain")
    throw new PortalError(
      "unavailable",
      "The supplier’s list was rejected: it has no prices for each level. Ask the supplier to restore its filtered list.",
    );
  return networks.flatMap((network) =>
    network.types.flatMap((type) =>
      type.plans.flatMap((plan) =>
        network.id === null
          ? []
          : [
              {
                id: plan.id,
                network_id: network.id,
                network_name: network.name,
                type_name: type.name,
                size: plan.size ?? "",
                volume: plan.volume,
                validity: plan.validity || (plan.validityNormalized ?? ""),
                cost: plan.amounts[level]?.toString() ?? null,
                amounts: toListedAmounts(plan),
                active: [network, type, plan].every(({ active }) => active !== false),
                plan_id: null,
              },
            ],
      ),
    ),
  );
}

/** The standard price and that of each level, as stored with a route. */
export const toListedAmounts = ({
  amount,
  amounts,
}: Pick<ListedPlan, "amount" | "amounts">): ListedAmounts => ({
  standard: String(amount),
  smart_earner: amounts.smart_earner?.toString() ?? null,
  affiliate: amounts.affiliate?.toString() ?? null,
  top_user: amounts.top_user?.toString() ?? null,
  api: amounts.api?.toString() ?? null,
});

/** Reads the database's clock, as text to keep its microseconds. */
export async function readDatabaseClock(ctx: Ctx): Promise<string> {
  const { at } = await readRow(ctx.db, z.object({ at: z.string() }))`select clock_timestamp()::text as at`;
  return at;
}
