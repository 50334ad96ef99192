import type { CatalogueSnapshot } from "#lib/catalogue/catalogue";
import type { PriceRule, Scope } from "#lib/catalogue/catalogue-settings";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { formatPlanLabel } from "#lib/catalogue/plan-label";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { formatMarkupField } from "#lib/core/money/markup";
import { formatNetworkName, formatTypeName } from "#lib/core/text/display-name";
import { formatScopeKey, rankScope } from "./price-rule.ts";
import { formatMarkup } from "./price-rule-input.ts";

/** Lists the price rules in the order in which they apply, narrowest first. Admins only. */
export async function listPriceRules(ctx: Ctx): Promise<PriceRuleView[]> {
  requireAdmin(ctx);
  const catalogue = await getCatalogue(ctx);
  return [...catalogue.settings.rules]
    .sort((a, b) => rankScope(b) - rankScope(a) || a.id - b.id)
    .map((rule) => toPriceRuleView(rule, catalogue));
}

/** Lists the networks and types that the form of a rule offers. Admins only. */
export async function getPriceRuleChoices(ctx: Ctx) {
  requireAdmin(ctx);
  const { networks, types } = await getCatalogue(ctx);
  return {
    networks: networks.map(({ id, name }) => ({ id, name: formatNetworkName(name) })),
    types: types.map(({ networkId, id, name }) => ({
      networkId,
      id,
      name: formatTypeName(name),
      networkName: formatNetworkName(networks.find((network) => network.id === networkId)?.name ?? ""),
    })),
  };
}

export type PriceRuleChoices = Awaited<ReturnType<typeof getPriceRuleChoices>>;

export interface PriceRuleView extends Omit<PriceRule, "value"> {
  /** The value in its form: "5", "12.50". */
  value: string;
  markup: string;
  /** The plans that it covers, without its level: "All plans", "MTN", "MTN SME", "MTN 1 GB SME, 30 Days". */
  what: string;
  /** Its name in the audit records. */
  subject: string;
}

export function toPriceRuleView(rule: PriceRule, catalogue: CatalogueSnapshot): PriceRuleView {
  const { id, networkId, typeId, planId, level, kind } = rule;
  return {
    id,
    networkId,
    typeId,
    planId,
    level,
    kind,
    value: formatMarkupField(rule),
    markup: formatMarkup(rule),
    what: formatScope(rule, catalogue),
    subject: formatScopeKey(rule),
  };
}

export function formatScope(
  { networkId, typeId, planId }: Omit<Scope, "level">,
  catalogue: CatalogueSnapshot,
): string {
  if (planId !== null) {
    const plan = catalogue.plans.get(planId);
    return plan ? formatPlanLabel(plan) : `Plan ${planId}`;
  }
  if (networkId === null) return "All plans";
  const listed = catalogue.networks.find(({ id }) => id === networkId);
  const network = listed ? formatNetworkName(listed.name) : `Network ${networkId}`;
  if (typeId === null) return network;
  const type = catalogue.types.find((row) => row.networkId === networkId && row.id === typeId)?.name;
  return `${network} ${type ? formatTypeName(type) : `type ${typeId}`}`;
}
