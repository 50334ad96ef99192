import { LEVELS, type Level } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { type Plan, planLabel, type Snapshot } from "./catalogue.ts";
import { costOf, type NotSold, quoteOf } from "./price.ts";
import { type RuleView, ruleView } from "./rules.ts";

/** What one level pays, and why. Money in minor units. */
export interface LevelQuote {
  price: Minor | null;
  margin: Minor | null;
  /** Why it is not sold to this level; null when it is. */
  why: NotSold | null;
  /** The rule behind the price; null is the upstream's own. */
  rule: RuleView | null;
}

/** A plan as an admin sees it: everything that decides what it is sold for. Money in minor units. */
export interface AdminPlanView {
  id: number;
  label: string;
  networkId: number;
  networkName: string;
  typeId: number;
  typeName: string;
  name: string | null;
  size: string;
  volume: string;
  validity: string;
  hidden: boolean;
  off: string | null;
  vanishedAt: Date | null;
  cost: Minor | null;
  /** The upstream's standard price. */
  standard: Minor;
  levels: Record<Level, LevelQuote>;
  /** Why it is sold to no level; null when some level may buy it. */
  why: NotSold | null;
  /** Levels that may not buy it because their price is below its cost. */
  belowCost: Level[];
}

export function adminPlanView(plan: Plan, catalogue: Snapshot): AdminPlanView {
  const cost = costOf(plan) ?? null;
  const levels = Object.fromEntries(
    LEVELS.map((level) => [level, levelQuote(plan, level, cost, catalogue)]),
  ) as Record<Level, LevelQuote>;
  const sold = LEVELS.some((level) => levels[level].why === null);
  const { id, networkId, networkName, typeId, typeName, name, size, volume, validity } = plan;
  return {
    ...{ id, networkId, networkName, typeId, typeName, name, size, volume, validity },
    label: planLabel(plan),
    hidden: plan.hidden,
    off: plan.off,
    vanishedAt: plan.vanishedAt,
    cost,
    standard: plan.amount,
    levels,
    why: sold ? null : levels.affiliate.why,
    belowCost: LEVELS.filter((level) => levels[level].why === "below_cost"),
  };
}

function levelQuote(plan: Plan, level: Level, cost: Minor | null, catalogue: Snapshot): LevelQuote {
  const { price, why } = quoteOf(plan, level);
  const rule = plan.rules[level];
  return {
    price,
    why,
    margin: price === null || cost === null ? null : price - cost,
    rule: rule && ruleView(rule, catalogue),
  };
}
