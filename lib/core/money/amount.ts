import { z } from "zod";
import { formatMoney, type Minor, parseMoney } from "./money.ts";

/** Of one form, in minor units: a higher amount is a typing error. */
const MAX_AMOUNT = 100_000_000_000n;

/** Parses a typed amount above zero into minor units. */
export const Amount = z.union([z.bigint(), z.string()]).transform((value, check): Minor => {
  const minor = typeof value === "bigint" ? value : parseMoney(value);
  if (minor !== undefined && minor > 0n && minor <= MAX_AMOUNT) return minor;
  // The limits of a page are narrower: they are for a typed amount.
  const isEmpty = typeof value === "string" && value.trim() === "";
  check.addIssue(
    isEmpty ? "Enter an amount." : `Enter an amount from ${formatMoney(1n)} to ${formatMoney(MAX_AMOUNT)}.`,
  );
  return z.NEVER;
});

/** An amount that a form may leave empty: null. */
export const OptionalAmount = z.preprocess((typed) => (typed === "" ? null : typed), Amount.nullable());
