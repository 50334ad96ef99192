import { type Minor, parseMoney } from "#lib/core/money/money";

/** Steps to which selling prices can be rounded, in whole units of the currency; 0 is none. */
export const ROUNDINGS = [0, 5, 10, 50] as const;

/** Returns a step in minor units. */
export const toRounding = (units: (typeof ROUNDINGS)[number]): Minor =>
  units === 0 ? 1n : (parseMoney(units) ?? 1n);
