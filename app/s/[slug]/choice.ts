import type { OfferView } from "#lib/shop/offers";

/** What of a shop's offers is on display, and what else could be. */
export interface Choice {
  networks: { id: number; name: string }[];
  network: { id: number; name: string };
  types: string[];
  type: string | null;
  periods: string[];
  period: string | null;
  offers: OfferView[];
}

/** Reads the address's choice; what is not on offer is not chosen. Undefined when there are no offers. */
export function choiceOf(all: readonly OfferView[], query: URLSearchParams): Choice | undefined {
  const networks = [...new Map(all.map((one) => [one.networkId, one.networkName]))].map(([id, name]) => ({
    id,
    name,
  }));
  const network = networks.find(({ id }) => String(id) === query.get("network")) ?? networks[0];
  if (!network) return undefined;
  const ofNetwork = all.filter((one) => one.networkId === network.id);
  const types = [...new Set(ofNetwork.map((one) => one.typeName))];
  const type = types.find((one) => one === query.get("type")) ?? null;
  const ofType = ofNetwork.filter((one) => type === null || one.typeName === type);
  const byLength = ofType.toSorted((one, other) => daysOf(one) - daysOf(other));
  const periods = [...new Set(byLength.map((one) => one.period))].filter(Boolean);
  const period = periods.find((one) => one === query.get("period")) ?? null;
  const offers = ofType.filter((one) => period === null || one.period === period);
  return { networks, network, types, type, periods, period, offers };
}

/** The address's query for a choice. */
export function queryOf(choice: { network: number; type?: string | null; period?: string | null }): string {
  const query = new URLSearchParams({ network: String(choice.network) });
  if (choice.type) query.set("type", choice.type);
  if (choice.period) query.set("period", choice.period);
  return `?${query}`;
}

/** Offers under the name of their kind, in their order. */
export function byType(offers: readonly OfferView[]): { type: string; offers: OfferView[] }[] {
  return [...Map.groupBy(offers, (offer) => offer.typeName)].map(([type, group]) => ({
    type,
    offers: group,
  }));
}

const DAYS = { hour: 1 / 24, day: 1, week: 7, month: 30, year: 365 } as const;

/** How long a plan lasts in days, as far as its text tells ("30 Days"), for sorting. */
function daysOf({ validity }: OfferView): number {
  const [, count = "1", unit] = /(\d+)?\s*(hour|day|week|month|year)/i.exec(validity) ?? [];
  return unit ? Number(count) * DAYS[unit.toLowerCase() as keyof typeof DAYS] : Number.MAX_SAFE_INTEGER;
}
