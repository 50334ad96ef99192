import type { Snapshot } from "./catalogue.ts";
import { markupField, markupText } from "./markup.ts";
import { planLabel } from "./plan-label.ts";
import { scopeName } from "./rule.ts";
import type { Rule, Scope } from "./terms.ts";

/** A rule as an admin reads it. */
export interface RuleView extends Scope {
  id: number;
  kind: Rule["kind"];
  /** As its form takes it: "5", "12.50". */
  value: string;
  /** "+5 %". */
  markup: string;
  /** What it is about, without its level: "Every plan", "MTN", "MTN SME", "MTN 1 GB SME, 30 Days". */
  what: string;
  /** Its name in the audit records. */
  subject: string;
}

export function ruleView(rule: Rule, catalogue: Snapshot): RuleView {
  const { id, networkId, typeId, planId, level, kind } = rule;
  return {
    ...{ id, networkId, typeId, planId, level, kind },
    value: markupField(rule),
    markup: markupText(rule),
    what: placeName(rule, catalogue),
    subject: scopeName(rule),
  };
}

/** A scope's place in words. */
export function placeName({ networkId, typeId, planId }: Omit<Scope, "level">, catalogue: Snapshot): string {
  if (planId !== null) {
    const plan = catalogue.plans.get(planId);
    return plan ? planLabel(plan) : `Plan ${planId}`;
  }
  if (networkId === null) return "Every plan";
  const network = catalogue.networks.find(({ id }) => id === networkId)?.name ?? `Network ${networkId}`;
  if (typeId === null) return network;
  const type = catalogue.types.find((one) => one.networkId === networkId && one.id === typeId)?.name;
  return `${network} ${type ?? `type ${typeId}`}`;
}
