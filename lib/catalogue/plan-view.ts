import type { Ctx, Level } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import type { Minor } from "#lib/core/money";
import type { Plan } from "./catalogue.ts";
import { current } from "./current.ts";
import { priceOf } from "./price.ts";

/** A plan on sale, as a reseller sees it. Money in minor units. */
export interface PlanView {
  id: number;
  networkId: number;
  networkName: string;
  typeId: number;
  typeName: string;
  /** What it is called here in place of its type's name; null is as listed. */
  name: string | null;
  size: string;
  volume: string;
  validity: string;
  validityNormalized: string;
  /** What the reseller pays. */
  price: Minor;
  /** The upstream's standard price, to show the saving. */
  standardPrice: Minor;
}

/** A plan at the price of a level; undefined when it is not sold to that level. */
export function planView(plan: Plan, level: Level): PlanView | undefined {
  const price = priceOf(plan, level);
  if (price === undefined) return undefined;
  const { id, networkId, networkName, typeId, typeName, name, size, volume, validity, validityNormalized } =
    plan;
  return {
    id,
    networkId,
    networkName,
    typeId,
    typeName,
    name,
    size,
    volume,
    validity,
    validityNormalized,
    price,
    standardPrice: plan.amount,
  };
}

/** One plan at the price of a level. @throws not_found when it is not sold to that level. */
export async function findPlan(ctx: Ctx, planId: number, level: Level): Promise<PlanView> {
  const { plans } = await current(ctx);
  const plan = plans.get(planId);
  const view = plan && planView(plan, level);
  if (!view) throw notFound("plan");
  return view;
}
