import { compareForBuyer, listPeriods } from "#lib/catalogue/compare-plans";
import { formatPlanSize } from "#lib/catalogue/plan-label";
import { separateCheapest } from "#lib/catalogue/separate-cheapest";
import type { OfferView } from "#lib/shop/list-offers";

/** The offers that a filter selects, with the options of the filter. */
export type OfferChoice = NonNullable<ReturnType<typeof parseOfferChoice>>;

/** Parses the filter of a URL, and ignores values without offers. Undefined when there are none. */
export function parseOfferChoice(all: readonly OfferView[], query: URLSearchParams) {
  const networks = [...new Map(all.map((offer) => [offer.networkId, offer.networkName]))].map(
    ([id, name]) => ({ id, name }),
  );
  const network = networks.find(({ id }) => String(id) === query.get("network")) ?? networks[0];
  if (!network) return undefined;
  const ofNetwork = all.filter((offer) => offer.networkId === network.id).sort(compareForBuyer);
  const periods = listPeriods(ofNetwork);
  const period = periods.find((name) => name === query.get("period")) ?? null;
  const offers = ofNetwork.filter((offer) => period === null || offer.period === period);
  return { networks, network, periods, period, ...separateCheapest(offers, toCompared) };
}

const toCompared = (offer: OfferView) => ({ ...offer, size: formatPlanSize(offer) });

export function buildChoiceQuery(choice: { network: number; period?: string | null }): string {
  const query = new URLSearchParams({ network: String(choice.network) });
  if (choice.period) query.set("period", choice.period);
  return `?${query}`;
}
