import { current } from "#lib/catalogue/current";
import { planView } from "#lib/catalogue/plan-view";
import { type Ctx, requireReseller } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { lastRetails } from "#lib/purchase/retail";
import { loadShop } from "./get-shop.ts";
import { retailPrice } from "./retail.ts";

/** What customers of the acting reseller usually pay, by plan: what the last one paid, or what a shop that is not closed asks. */
export async function usualRetails(ctx: Ctx): Promise<Map<number, Minor>> {
  const { id, level } = requireReseller(ctx);
  const [shop, catalogue, lately] = await Promise.all([
    loadShop(ctx, { resellerId: id }),
    current(ctx),
    lastRetails(ctx),
  ]);
  if (!shop || shop.closed) return lately;
  const plans = [...catalogue.plans.values()].flatMap((plan) => planView(plan, level) ?? []);
  return new Map([...lately, ...plans.map((plan) => [plan.id, retailPrice(plan, shop.policy)] as const)]);
}
