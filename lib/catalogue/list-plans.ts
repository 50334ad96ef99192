import { z } from "zod";
import { type Ctx, requireBuyer } from "#lib/core/context";
import { parseMoney } from "#lib/core/money/money";
import { getPriceTerms } from "#lib/core/price-list/agent-terms";
import { formatNetworkName, formatTypeName } from "#lib/core/text/display-name";
import type { Catalogue } from "./catalogue.ts";
import { getCatalogue } from "./get-catalogue.ts";
import { sortPlansNaturally } from "./natural-order.ts";
import { matchesPlanSearch } from "./plan-search.ts";
import { type PlanView, toPlanView } from "./plan-view.ts";
import { getPrice } from "./price/price.ts";

const idField = z.coerce.number<string | number>().int().positive().optional().catch(undefined);
const priceField = z
  .union([z.bigint(), z.string().transform((text) => parseMoney(text))])
  .optional()
  .catch(undefined);

/** Filters of the price list, as in an address; an invalid one is ignored. */
export const ListPlansInput = z.object({
  network: idField,
  /** A plan type's id (interface: Filtered list); some services use one id on several networks. */
  type: idField,
  /** The normalised validity ("Monthly"), or the raw one. */
  validity: z.string().trim().max(60).optional().catch(undefined),
  /** In minor units, or as decimal text. */
  min: priceField,
  max: priceField,
  words: z.string().trim().max(100).optional().catch(undefined),
});
export type ListPlansInput = z.infer<typeof ListPlansInput>;

export interface PlanListView {
  plans: PlanView[];
  /** The choices of the filter bar: everything on sale, whatever the filters. */
  networks: { id: number; name: string }[];
  types: { id: number; networkId: number; name: string }[];
  validities: string[];
  /** The networks and types that are turned off, with the message for buyers. */
  off: UnavailableView[];
  /** Networks with plans of which none is for sale now. */
  unsold: { id: number; name: string }[];
  /** When the current list was requested; null before the first one. */
  syncedAt: Date | null;
  fresh: boolean;
  /** When the current list was requested, once it is too old; null while it is fresh. */
  staleSince: Date | null;
}

export interface UnavailableView {
  /** "MTN", "MTN SME"; null is everything. */
  what: string | null;
  message: string;
}

/**
 * Lists the plans at the reseller's prices, by network, type, size and price.
 * @param getPriceOf `getOfferedPrice` for later purchases: paused plans as well.
 * @throws not_found for others
 */
export async function listPlans(
  ctx: Ctx,
  input: ListPlansInput,
  getPriceOf = getPrice,
): Promise<PlanListView> {
  const terms = getPriceTerms(requireBuyer(ctx, "sell"));
  const catalogue = await getCatalogue(ctx);
  const { plans, syncedAt, fresh, staleSince } = catalogue;
  const onSale = sortPlansNaturally(
    [...plans.values()].flatMap((plan) => toPlanView(plan, terms, getPriceOf) ?? []),
  );
  return {
    plans: onSale.filter((plan) => matchesFilter(plan, input)),
    networks: uniqueBy(onSale, ({ networkId }) => networkId).map(({ networkId: id, networkName: name }) => ({
      id,
      name,
    })),
    types: uniqueBy(onSale, ({ networkId, typeId }) => `${networkId} ${typeId}`).map(
      ({ typeId: id, networkId, typeName: name }) => ({ id, networkId, name }),
    ),
    validities: [...new Set(onSale.map(getValidity))].filter(Boolean),
    off: listUnavailable(catalogue),
    unsold: listUnsold(catalogue, onSale),
    syncedAt,
    fresh,
    staleSince,
  };
}

function listUnsold({ networks, plans }: Catalogue, onSale: readonly PlanView[]): PlanListView["unsold"] {
  const networkIds = new Set([...plans.values()].map(({ networkId }) => networkId));
  return networks
    .filter(({ id }) => networkIds.has(id) && !onSale.some(({ networkId }) => networkId === id))
    .map(({ id, name }) => ({ id, name: formatNetworkName(name) }));
}

/** Lists the networks and types that are turned off; one entry while everything is. */
export function listUnavailable({ networks, types, settings }: Catalogue): UnavailableView[] {
  const off = settings.switches.filter((entry) => entry.off);
  const all = off.find(({ networkId }) => networkId === null);
  if (all) return [{ what: null, message: all.message }];
  return off.map(({ networkId, typeId, message }) => {
    const network = networks.find(({ id }) => id === networkId)?.name ?? "";
    const type = types.find((row) => row.networkId === networkId && row.id === typeId)?.name;
    return {
      what: [formatNetworkName(network), type && formatTypeName(type)].filter(Boolean).join(" "),
      message,
    };
  });
}

function matchesFilter(
  plan: PlanView,
  { network, type, validity, min, max, words }: ListPlansInput,
): boolean {
  return (
    (network === undefined || plan.networkId === network) &&
    (type === undefined || plan.typeId === type) &&
    (!validity ||
      [plan.validity, plan.validityNormalized].some((text) => equalsIgnoringCase(text, validity))) &&
    (min === undefined || plan.price >= min) &&
    (max === undefined || plan.price <= max) &&
    (!words || matchesPlanSearch(plan, words))
  );
}

const equalsIgnoringCase = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const getValidity = (plan: PlanView) => plan.validityNormalized || plan.validity;

function uniqueBy(plans: PlanView[], key: (plan: PlanView) => number | string): PlanView[] {
  return [...new Map(plans.map((plan) => [key(plan), plan])).values()];
}
