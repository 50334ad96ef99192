import { type Ctx, requireAdmin } from "#lib/core/context";
import type { Catalogue } from "./catalogue.ts";
import { current } from "./current.ts";
import { scopeName } from "./rule.ts";
import { placeName } from "./rule-view.ts";

/** Something that can be switched off. */
export interface SwitchView {
  networkId: number | null;
  typeId: number | null;
  /** "Everything", "MTN", "MTN SME". */
  what: string;
  /** Its name in the audit records. */
  subject: string;
  off: boolean;
  message: string;
  /** 0 when it was never touched. */
  version: number;
  /** Whether the upstream itself offers it. */
  offered: boolean;
  /** How many plans the upstream lists in it. */
  plans: number;
}

/** Everything that can be switched off: all, then each network with its types. Admins only. */
export async function switches(ctx: Ctx): Promise<SwitchView[]> {
  requireAdmin(ctx);
  const catalogue = await current(ctx);
  const { networks, types } = catalogue;
  return [
    switchView(catalogue, null, null, true),
    ...networks.flatMap(({ id, active }) => [
      switchView(catalogue, id, null, active),
      ...types
        .filter(({ networkId }) => networkId === id)
        .map((type) => switchView(catalogue, id, type.id, type.active)),
    ]),
  ];
}

function switchView(
  catalogue: Catalogue,
  networkId: number | null,
  typeId: number | null,
  offered: boolean,
): SwitchView {
  const known = catalogue.terms.switches.find((one) => one.networkId === networkId && one.typeId === typeId);
  const place = { networkId, typeId, planId: null };
  const plans = [...catalogue.plans.values()].filter(
    (plan) =>
      plan.vanishedAt === null &&
      (networkId === null || plan.networkId === networkId) &&
      (typeId === null || plan.typeId === typeId),
  );
  return {
    ...{ networkId, typeId, offered },
    what: networkId === null ? "Everything" : placeName(place, catalogue),
    subject: scopeName({ ...place, level: null }),
    off: known?.off ?? false,
    message: known?.message ?? "",
    version: known?.version ?? 0,
    plans: plans.length,
  };
}
