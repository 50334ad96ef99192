import type { Minor } from "#lib/core/money/money";
import { parseSizeMb } from "./natural-order.ts";

const DAYS_PER_UNIT = { hour: 1 / 24, day: 1, week: 7, month: 30, year: 365 } as const;

/** Gets a plan's validity in days from its text ("30 Days"), for sorting. */
function getValidityDays(validity: string): number {
  const [, count = "1", unit] = /(\d+)?\s*(hour|day|week|month|year)/i.exec(validity) ?? [];
  return unit
    ? Number(count) * DAYS_PER_UNIT[unit.toLowerCase() as keyof typeof DAYS_PER_UNIT]
    : Number.MAX_SAFE_INTEGER;
}

/** Lists the periods of plans ("Daily", "Monthly"), the shortest first. */
export function listPeriods(plans: readonly { period: string; validity: string }[]): string[] {
  const byValidity = plans.toSorted((a, b) => getValidityDays(a.validity) - getValidityDays(b.validity));
  return [...new Set(byValidity.map(({ period }) => period))].filter(Boolean);
}

/** Compares by size, then validity, then price, as customers look for plans. */
export function compareForBuyer(a: ComparedPlan, b: ComparedPlan): number {
  return (
    getMb(a) - getMb(b) ||
    getValidityDays(a.validity) - getValidityDays(b.validity) ||
    Number(a.price - b.price)
  );
}

interface ComparedPlan {
  size: string;
  volume: string;
  validity: string;
  price: Minor;
}

const getMb = ({ size, volume }: ComparedPlan) => parseSizeMb(size, volume) ?? Number.MAX_SAFE_INTEGER;
