import { type Ctx, requireAdmin } from "#lib/core/context";
import { current } from "./current.ts";
import { narrowness } from "./rule.ts";
import { type RuleView, ruleView } from "./rule-view.ts";

/** What a rule can be about, for the choices of its form. */
export interface RuleChoices {
  networks: { id: number; name: string }[];
  types: { networkId: number; id: number; name: string; networkName: string }[];
}

/** Every price rule, narrowest first: the order in which they win. Admins only. */
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
