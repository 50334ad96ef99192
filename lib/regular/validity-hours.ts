const UNIT_HOURS = { h: 1, d: 24, w: 168, m: 720, y: 8_760 } as const;

/** Words for a length without a number; the first that matches counts. */
const NAMED_LENGTHS: readonly (readonly [RegExp, number | null])[] = [
  [/(?<!fort)night/, null],
  [/fortnight|bi-?weekly/, 336],
  [/da(y|ily)/, 24],
  [/week/, 168],
  [/quarter/, 2_160],
  [/month/, 720],
  [/year|annual/, 8_760],
];

/**
 * Returns the hours that a validity names: "30 Days", "24hrs", "1 Month", "Weekly", "Bi-Weekly". A month has
 * 30 days. Null where the text names no length, as "Night Plan" and "Weekend".
 */
export function getValidityHours(validity: string): number | null {
  const text = validity.toLowerCase();
  if (text.includes("weekend")) return null;
  const [, count, unit] = /(\d{1,3}) *-?(h|d|w|m(?=o|th)|y)/.exec(text) ?? [];
  if (count !== undefined) return Number(count) * UNIT_HOURS[unit as keyof typeof UNIT_HOURS] || null;
  return NAMED_LENGTHS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
