import type { Minor } from "#lib/core/money/money";
import { getUpstreamVariables } from "#lib/upstream/variables";
import { type PlanDoubt, type PlanRow, type StoredPlan, toAmounts } from "./stored-catalogue.ts";

const DAY_MS = 86_400_000;

/** Whether a cost is at most 20 % from one that counts as normal, as `routes.open` says for later suppliers. */
export const isNear = (cost: Minor, normal: Minor): boolean =>
  cost * 5n >= normal * 4n && cost * 5n <= normal * 6n;

/** Whether a list lacks so many of the known plans that it can't be believed without an admin. */
export const lacksMost = ({ known, kept }: { known: number; kept: number }): boolean => kept * 2 < known;

/** Returns the main supplier's price for the operator, in minor units; null where it lists none. */
const costOf = (plan: PlanRow): Minor | null => toAmounts(plan)[getUpstreamVariables().UPSTREAM_LEVEL];

/**
 * Judges the main supplier's listing of a plan by the stored one: a cost far from the one that counts as
 * normal waits for an admin. A cost that counted for a day is normal, so that small steps over days don't
 * wait. Nothing is known of a new plan.
 * @param lacksMost whether the list lacks most of the known plans: then a new plan waits as well
 */
export function judgePlan(
  stored: StoredPlan | undefined,
  listed: PlanRow,
  { lacksMost, at }: { lacksMost: boolean; at: Date },
): PlanDoubt {
  const cost = costOf(listed);
  if (!stored) return { confirmedCost: cost, confirmedAt: at, doubt: lacksMost ? "new" : null };
  const { doubt, confirmedCost, confirmedAt } = stored;
  const before = costOf(stored);
  const isUsual =
    doubt === null && before !== null && (!confirmedAt || at.getTime() - confirmedAt.getTime() > DAY_MS);
  const normal = (isUsual ? before : confirmedCost) ?? before ?? cost;
  return {
    confirmedCost: normal,
    confirmedAt: isUsual || confirmedCost === null ? at : confirmedAt,
    doubt: needsConfirmation(doubt) ? doubt : judgeCost(cost, normal, doubt),
  };
}

/** Whether no later list ends a doubt. */
export const needsConfirmation = (doubt: PlanDoubt["doubt"]): boolean =>
  doubt === "new" || doubt === "charged";

function judgeCost(cost: Minor | null, normal: Minor | null, doubt: PlanDoubt["doubt"]): PlanDoubt["doubt"] {
  if (cost === null || normal === null) return doubt === "cost" ? doubt : null;
  return isNear(cost, normal) ? null : "cost";
}
