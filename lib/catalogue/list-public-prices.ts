import type { Ctx } from "#lib/core/context";
import { LEVELS } from "#lib/core/context";
import type { PriceTerms } from "#lib/core/price-list/price-terms";
import { getCatalogue } from "./get-catalogue.ts";
import { parseSizeMb } from "./natural-order.ts";
import { type PlanView, toPlanView } from "./plan-view.ts";

/** The prices of the level that a new reseller has, which visitors see. */
export const PUBLIC_TERMS: PriceTerms = { level: LEVELS[0] ?? "smart_earner", agent: undefined };

const MB_PER_GB = 1024;

/**
 * Returns today's price of one plan for each network:
 * its cheapest of 1 GB, or without one its cheapest. For everyone.
 */
export async function listPublicPrices(ctx: Ctx): Promise<PlanView[]> {
  const { plans } = await getCatalogue(ctx);
  const sold = [...plans.values()].flatMap((plan) => toPlanView(plan, PUBLIC_TERMS) ?? []);
  const byNetwork = Map.groupBy(sold, ({ networkId }) => networkId);
  return [...byNetwork.values()].flatMap((ofNetwork) => {
    const gigabytes = ofNetwork.filter(({ size, volume }) => parseSizeMb(size, volume) === MB_PER_GB);
    return findCheapest(gigabytes) ?? findCheapest(ofNetwork) ?? [];
  });
}

const findCheapest = (plans: readonly PlanView[]): PlanView | undefined =>
  plans.reduce<PlanView | undefined>(
    (best, plan) => (best && best.price <= plan.price ? best : plan),
    undefined,
  );
