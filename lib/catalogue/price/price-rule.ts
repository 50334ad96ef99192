import type { PriceRule, Scope } from "#lib/catalogue/catalogue-settings";
import type { Level } from "#lib/core/context";
import type { Markup } from "#lib/core/money/markup";
import type { Minor } from "#lib/core/money/money";

interface ScopedPlan {
  id: number;
  networkId: number;
  typeId: number;
}

/** Finds the narrowest rule for a plan and level: plan before type before network, one level before all. */
export function findPriceRule(
  plan: ScopedPlan,
  level: Level,
  rules: readonly PriceRule[],
): PriceRule | undefined {
  return rules
    .filter((rule) => isInScope(rule, plan) && (rule.level === null || rule.level === level))
    .reduce<PriceRule | undefined>(
      (best, rule) => (best && rankScope(best) > rankScope(rule) ? best : rule),
      undefined,
    );
}

/** Adds a markup to a cost, in minor units, and rounds up. */
export function applyMarkup(cost: Minor, { kind, value }: Markup): Minor {
  if (kind === "flat") return cost + value;
  const tenThousandths = cost * (10_000n + value);
  return tenThousandths / 10_000n + (tenThousandths % 10_000n > 0n ? 1n : 0n);
}

/** Ranks a scope by how narrow it is: the narrowest rule applies, and no two rank the same. */
export function rankScope({ planId, typeId, networkId, level }: Scope): number {
  const place = planId !== null ? 3 : typeId !== null ? 2 : networkId !== null ? 1 : 0;
  return place * 2 + Number(level !== null);
}

/** Formats a scope for audit records: "all", "network 1", "type 1 4 api", "plan 7 affiliate". */
export function formatScopeKey({ networkId, typeId, planId, level }: Scope): string {
  const place =
    planId !== null
      ? `plan ${planId}`
      : typeId !== null
        ? `type ${networkId} ${typeId}`
        : networkId !== null
          ? `network ${networkId}`
          : "all";
  return level === null ? place : `${place} ${level}`;
}

function isInScope({ planId, networkId, typeId }: Scope, plan: ScopedPlan): boolean {
  if (planId !== null) return planId === plan.id;
  return (networkId === null || networkId === plan.networkId) && (typeId === null || typeId === plan.typeId);
}
