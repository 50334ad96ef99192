import { planPrices } from "#db/schema/pricing";
import type { CatalogueSnapshot, Plan } from "#lib/catalogue/catalogue";
import { type Db, LEVELS, type Level } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { getOfferedLevelPrice } from "./price.ts";

/** The cost of a plan and its price for each level, in minor units; null where it is unknown or not sold. */
export interface PriceSheet {
  cost: Minor | null;
  prices: Record<Level, Minor | null>;
}

/** A plan whose cost or prices differ between two states of the catalogue. */
export interface PriceChange {
  plan: Plan;
  before: PriceSheet;
  after: PriceSheet;
}

const EMPTY_PRICE_SHEET: PriceSheet = {
  cost: null,
  prices: { smart_earner: null, affiliate: null, top_user: null, api: null },
};

export function toPriceSheet(plan: Plan | undefined): PriceSheet {
  if (!plan) return EMPTY_PRICE_SHEET;
  const prices = LEVELS.map((level) => [level, getOfferedLevelPrice(plan, level) ?? null]);
  return { cost: plan.cost, prices: Object.fromEntries(prices) };
}

export function diffPrices(before: CatalogueSnapshot, after: CatalogueSnapshot): PriceChange[] {
  return [...after.plans.values()].flatMap((plan) => {
    const previous = before.plans.get(plan.id);
    if (previous === plan) return [];
    const [was, is] = [toPriceSheet(previous), toPriceSheet(plan)];
    return isSamePriceSheet(was, is) ? [] : [{ plan, before: was, after: is }];
  });
}

/** Records the new prices for the history of each plan. */
export async function insertPriceHistory(
  db: Db,
  changes: readonly PriceChange[],
  version: number,
): Promise<void> {
  const rows = changes.map(({ plan, after: { cost, prices } }) => ({
    planId: plan.id,
    version,
    cost,
    api: prices.api,
    affiliate: prices.affiliate,
    smartEarner: prices.smart_earner,
    topUser: prices.top_user,
  }));
  for (let start = 0; start < rows.length; start += 1_000)
    await db.insert(planPrices).values(rows.slice(start, start + 1_000));
}

function isSamePriceSheet(a: PriceSheet, b: PriceSheet): boolean {
  return a.cost === b.cost && LEVELS.every((level) => a.prices[level] === b.prices[level]);
}
