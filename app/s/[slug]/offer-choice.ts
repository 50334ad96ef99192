import type { OfferView } from "#lib/shop/list-offers";

/** The offers that a filter selects, with the options of the filter. */
export type OfferChoice = NonNullable<ReturnType<typeof parseOfferChoice>>;

/** Parses the filter of a URL, and ignores values without offers. Returns undefined when there are no offers. */
export function parseOfferChoice(all: readonly OfferView[], query: URLSearchParams) {
  const networks = [...new Map(all.map((offer) => [offer.networkId, offer.networkName]))].map(
    ([id, name]) => ({ id, name }),
  );
  const network = networks.find(({ id }) => String(id) === query.get("network")) ?? networks[0];
  if (!network) return undefined;
  const ofNetwork = all.filter((offer) => offer.networkId === network.id);
  const types = [...new Set(ofNetwork.map((offer) => offer.typeName))];
  const type = types.find((name) => name === query.get("type")) ?? null;
  const ofType = ofNetwork.filter((offer) => type === null || offer.typeName === type);
  const byValidity = ofType.toSorted((a, b) => getValidityDays(a) - getValidityDays(b));
  const periods = [...new Set(byValidity.map((offer) => offer.period))].filter(Boolean);
  const period = periods.find((name) => name === query.get("period")) ?? null;
  const offers = ofType.filter((offer) => period === null || offer.period === period);
  return { networks, network, types, type, periods, period, offers };
}

export function buildChoiceQuery(choice: {
  network: number;
  type?: string | null;
  period?: string | null;
}): string {
  const query = new URLSearchParams({ network: String(choice.network) });
  if (choice.type) query.set("type", choice.type);
  if (choice.period) query.set("period", choice.period);
  return `?${query}`;
}

const DAYS_PER_UNIT = { hour: 1 / 24, day: 1, week: 7, month: 30, year: 365 } as const;

/** Gets a plan's validity in days from its text ("30 Days"), for sorting. */
function getValidityDays({ validity }: OfferView): number {
  const [, count = "1", unit] = /(\d+)?\s*(hour|day|week|month|year)/i.exec(validity) ?? [];
  return unit
    ? Number(count) * DAYS_PER_UNIT[unit.toLowerCase() as keyof typeof DAYS_PER_UNIT]
    : Number.MAX_SAFE_INTEGER;
}
