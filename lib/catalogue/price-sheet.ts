import { planPrices } from "#db/schema/terms";
import { type Db, LEVELS, type Level } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import type { Plan, Snapshot } from "./catalogue.ts";
import { costOf, priceOf } from "./price.ts";

/** What a plan costs and what each level pays for it, in minor units; null where it is unknown or not sold. */
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

const NOTHING: PriceSheet = {
  cost: null,
  prices: { smart_earner: null, affiliate: null, top_user: null, api: null },
};

export function sheetOf(plan: Plan | undefined): PriceSheet {
  if (!plan) return NOTHING;
  const prices = LEVELS.map((level) => [level, priceOf(plan, level) ?? null]);
  return { cost: costOf(plan) ?? null, prices: Object.fromEntries(prices) };
}

/** Every plan whose cost or prices change from one state to another. */
export function changedPrices(before: Snapshot, after: Snapshot): PriceChange[] {
  return [...after.plans.values()].flatMap((plan) => {
    const known = before.plans.get(plan.id);
    if (known === plan) return [];
    const [was, is] = [sheetOf(known), sheetOf(plan)];
    return same(was, is) ? [] : [{ plan, before: was, after: is }];
  });
}

/** Records the new prices for the history of each plan. */
export async function keepPrices(db: Db, changes: readonly PriceChange[], version: number): Promise<void> {
  const rows = changes.map(({ plan, after: { cost, prices } }) => ({
    ...{ planId: plan.id, version, cost, api: prices.api, affiliate: prices.affiliate },
    ...{ smartEarner: prices.smart_earner, topUser: prices.top_user },
  }));
  for (let at = 0; at < rows.length; at += 1_000)
    await db.insert(planPrices).values(rows.slice(at, at + 1_000));
}

function same(one: PriceSheet, other: PriceSheet): boolean {
  return one.cost === other.cost && LEVELS.every((level) => one.prices[level] === other.prices[level]);
}
