import type { OfferView } from "#lib/shop/offers";

/** Offers under the name of their kind, in their order. */
export function byType(offers: readonly OfferView[]): { type: string; offers: OfferView[] }[] {
  return [...Map.groupBy(offers, (offer) => offer.typeName)].map(([type, group]) => ({
    type,
    offers: group,
  }));
}

const DAYS = { hour: 1 / 24, day: 1, week: 7, month: 30, year: 365 } as const;

/** How long a plan lasts in days, as far as its text tells ("30 Days"), for sorting. */
export function daysOf({ validity }: OfferView): number {
  const [, count = "1", unit] = /(\d+)?\s*(hour|day|week|month|year)/i.exec(validity) ?? [];
  return unit ? Number(count) * DAYS[unit.toLowerCase() as keyof typeof DAYS] : Number.MAX_SAFE_INTEGER;
}
