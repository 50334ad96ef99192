import { LEVELS, type Level } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import type { CatalogueSnapshot, Plan, PlanIdentity } from "./catalogue.ts";
import { formatPlanLabel } from "./plan-label.ts";
import { toPlanIdentity } from "./plan-view.ts";
import { type PriceRuleView, toPriceRuleView } from "./price/list-price-rules.ts";
import { getLevelQuote, type NotSoldReason } from "./price/price.ts";

/** The price and margin of a plan for one level. Money in minor units. */
export interface LevelQuote {
  price: Minor | null;
  margin: Minor | null;
  /** The reason why it is not sold to this level; null when it is. */
  reason: NotSoldReason | null;
  /** The rule that sets the price; null when it is the upstream's. */
  rule: PriceRuleView | null;
}

/** A plan as an admin sees it, with everything that decides its prices. Money in minor units. */
export interface AdminPlanView
  extends PlanIdentity,
    Pick<
      Plan,
      | "id"
      | "typeId"
      | "name"
      | "hidden"
      | "off"
      | "delistedAt"
      | "listedBy"
      | "ownCost"
      | "doubt"
      | "confirmedCost"
    > {
  label: string;
  cost: Minor | null;
  standard: Minor;
  levels: Record<Level, LevelQuote>;
  reason: NotSoldReason | null;
  /** Levels that cannot buy it because their price is below its cost. */
  belowCost: Level[];
}

export function toAdminPlanView(plan: Plan, catalogue: CatalogueSnapshot): AdminPlanView {
  const { cost } = plan;
  const levels = Object.fromEntries(
    LEVELS.map((level) => [level, toLevelQuote(plan, level, cost, catalogue)]),
  ) as Record<Level, LevelQuote>;
  const sold = LEVELS.some((level) => levels[level].reason === null);
  const { hidden, off, delistedAt, listedBy, ownCost, doubt, confirmedCost, amount: standard } = plan;
  return {
    ...toPlanIdentity(plan),
    label: formatPlanLabel(plan),
    hidden,
    off,
    delistedAt,
    doubt,
    confirmedCost,
    cost,
    ownCost,
    listedBy,
    standard,
    levels,
    reason: sold ? null : levels.affiliate.reason,
    belowCost: LEVELS.filter((level) => levels[level].reason === "below_cost"),
  };
}

function toLevelQuote(
  plan: Plan,
  level: Level,
  cost: Minor | null,
  catalogue: CatalogueSnapshot,
): LevelQuote {
  const { price, reason } = getLevelQuote(plan, level);
  const rule = plan.rules[level];
  return {
    price,
    reason,
    margin: price === null || cost === null ? null : price - cost,
    rule: rule && toPriceRuleView(rule, catalogue),
  };
}
