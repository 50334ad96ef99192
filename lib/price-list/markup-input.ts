import { z } from "zod";
import { parsePercent } from "#lib/core/money/markup";
import { formatMoney, parseMoney } from "#lib/core/money/money";
import { MAX_SELLING_PRICE } from "#lib/core/price-list/selling-price";

/** The value of a rule as typed: per cent, or an amount of money. */
export const TypedValue = z.string("Enter a number.").trim().max(20);

const MAX_PERCENT = 100_000n;
const MAX_MARKUP = 1_000_000_00n;

/** Parses the typed value of a rule: hundredths of a per cent, or minor units. An issue is at `value`. */
export function parseRuleValue(
  kind: "flat" | "percent" | "fixed",
  text: string,
  check: z.RefinementCtx,
): bigint {
  const value = READERS[kind](text);
  if (value !== undefined) return value;
  check.addIssue({ code: "custom", message: MESSAGES[kind](), path: ["value"] });
  return z.NEVER;
}

const READERS = {
  percent: (text: string) => atMost(parsePercent(text), MAX_PERCENT),
  flat: (text: string) => atMost(parseMoney(text), MAX_MARKUP),
  fixed: (text: string) =>
    parseMoney(text) === 0n ? undefined : atMost(parseMoney(text), MAX_SELLING_PRICE),
};

const MESSAGES = {
  percent: () => "Enter a percentage, such as 10 or 12.5.",
  flat: () => "Enter an amount, such as 50.",
  fixed: () => `Enter a price from ${formatMoney(1n)} to ${formatMoney(MAX_SELLING_PRICE)}.`,
};

const atMost = (value: bigint | undefined, most: bigint) =>
  value !== undefined && value >= 0n && value <= most ? value : undefined;
