import type { Level } from "#lib/core/context";
import { env } from "#lib/core/env";
import type { Minor } from "#lib/core/money";
import type { Plan } from "./catalogue.ts";

/**
 * What a reseller of a level pays for a plan, in minor units. This is the one place that sets prices.
 * @returns undefined when the plan is not sold to that level.
 */
export function priceOf(plan: Plan, level: Level): Minor | undefined {
  if (!isOffered(plan) || costOf(plan) === undefined) return undefined;
  return plan.amounts[level] ?? undefined;
}

/** What the operator pays upstream for a plan, in minor units; undefined when the upstream did not tell. */
export function costOf(plan: Plan): Minor | undefined {
  return plan.amounts[env().UPSTREAM_LEVEL] ?? undefined;
}

function isOffered(plan: Plan): boolean {
  return plan.active && plan.typeActive && plan.networkActive && plan.vanishedAt === null;
}
