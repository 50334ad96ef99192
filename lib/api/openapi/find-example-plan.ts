import { getCachedSnapshot, getCatalogue } from "#lib/catalogue/get-catalogue";
import { getLevelPrice } from "#lib/catalogue/price/price";
import type { Ctx } from "#lib/core/context";
import { DEFAULT_EXAMPLE_PLAN, type ExamplePlan } from "./operations.ts";

/** Returns the first plan that this portal sells by its API, so that its examples work as they are. */
export async function findExamplePlan(ctx: Ctx): Promise<ExamplePlan> {
  // Examples are worth no error: without the database they name another plan.
  const catalogue = getCachedSnapshot() ?? (await getCatalogue(ctx).catch(() => undefined));
  const sold = catalogue?.plans.values().find((plan) => getLevelPrice(plan, "api") !== undefined);
  return sold ? { plan: sold.id, network: sold.networkId } : DEFAULT_EXAMPLE_PLAN;
}
