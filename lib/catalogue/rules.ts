import { type Ctx, requireAdmin } from "#lib/core/context";
import { markupField } from "#lib/core/markup";
import { planLabel, type Snapshot } from "./catalogue.ts";
import { current } from "./current.ts";
import { narrowness, scopeName } from "./rule.ts";
import { markupText } from "./rule-input.ts";
import type { Rule, Scope } from "./terms.ts";

/** The networks and types to choose from in the form of a rule. */
export interface RuleChoices {
  networks: { id: number; name: string }[];
  types: { networkId: number; id: number; name: string; networkName: string }[];
}

/** Every price rule in the order in which they apply, narrowest first. Admins only. */
export async function rules(ctx: Ctx): Promise<RuleView[]> {
  requireAdmin(ctx);
  const catalogue = await current(ctx);
  return [...catalogue.terms.rules]
    .sort((one, other) => narrowness(other) - narrowness(one) || one.id - other.id)
    .map((rule) => ruleView(rule, catalogue));
}

export async function ruleChoices(ctx: Ctx): Promise<RuleChoices> {
  requireAdmin(ctx);
  const { networks, types } = await current(ctx);
  return {
    networks: networks.map(({ id, name }) => ({ id, name })),
    types: types.map(({ networkId, id, name }) => ({
      ...{ networkId, id, name },
      networkName: networks.find((network) => network.id === networkId)?.name ?? "",
    })),
  };
}

/** A rule as an admin reads it. */
export interface RuleView extends Scope {
  id: number;
  kind: Rule["kind"];
  /** As its form takes it: "5", "12.50". */
  value: string;
  /** "+5 %". */
  markup: string;
  /** What it covers, without its level: "Every plan", "MTN", "MTN SME", "MTN 1 GB SME, 30 Days". */
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
    what: scopeText(rule, catalogue),
    subject: scopeName(rule),
  };
}

/** A scope without its level, in words. */
export function scopeText({ networkId, typeId, planId }: Omit<Scope, "level">, catalogue: Snapshot): string {
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
