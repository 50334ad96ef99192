import type { Level } from "#lib/core/context";
import type { Markup } from "#lib/core/markup";
import type { Minor } from "#lib/core/money";
import type { Rule, Scope } from "./terms.ts";

interface Placed {
  id: number;
  networkId: number;
  typeId: number;
}

/** The narrowest rule for a plan and a level: plan before type before network, then one level before all. */
export function ruleFor(plan: Placed, level: Level, rules: readonly Rule[]): Rule | undefined {
  return rules
    .filter((rule) => covers(rule, plan) && (rule.level === null || rule.level === level))
    .reduce<Rule | undefined>(
      (best, rule) => (best && narrowness(best) > narrowness(rule) ? best : rule),
      undefined,
    );
}

/** What a plan is sold for, in minor units: its cost with the rule's markup, rounded up. */
export function markedUp(cost: Minor, { kind, value }: Markup): Minor {
  if (kind === "flat") return cost + value;
  const tenThousandths = cost * (10_000n + value);
  return tenThousandths / 10_000n + (tenThousandths % 10_000n > 0n ? 1n : 0n);
}

/** How narrow a scope is: of two rules for a plan and level the narrower applies, and no two are equally narrow. */
export function narrowness({ planId, typeId, networkId, level }: Scope): number {
  const place = planId !== null ? 3 : typeId !== null ? 2 : networkId !== null ? 1 : 0;
  return place * 2 + Number(level !== null);
}

/** The name of a scope in audit records: "all", "network 1", "type 1 4 api", "plan 7 affiliate". */
export function scopeName({ networkId, typeId, planId, level }: Scope): string {
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

function covers({ planId, networkId, typeId }: Scope, plan: Placed): boolean {
  if (planId !== null) return planId === plan.id;
  return (networkId === null || networkId === plan.networkId) && (typeId === null || typeId === plan.typeId);
}
