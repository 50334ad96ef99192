import { z } from "zod";
import { invalidError } from "#lib/core/error";
import { formatDecimal, type Minor, parseMoney } from "#lib/core/money/money";
import { MAX_SELLING_PRICE } from "#lib/core/price-list/selling-price";
import { isBelowPrice } from "./below-price.ts";

/** Above so many times the reseller's price, it is taken for a typing error. */
export const MAX_SELLING_PRICE_FACTOR = 20n;

/** A selling price as typed, in minor units; empty if unknown. */
export const SellingPrice = z
  .string()
  .max(30, "This amount is too long.")
  .default("")
  .transform((text, check): Minor | undefined => {
    if (text.trim() === "") return undefined;
    const minor = parseMoney(text);
    if (minor !== undefined && minor > 0n && minor <= MAX_SELLING_PRICE) return minor;
    check.addIssue(`Enter what the customer pays, such as ${formatDecimal(35_000n)}, or leave it empty.`);
    return z.NEVER;
  });

/** @throws invalid at `field` when it is out of proportion to the reseller's price. */
export function requirePlausibleSellingPrice(
  sellingPrice: Minor | undefined,
  price: Minor,
  field = "sellingPrice",
): void {
  if (sellingPrice !== undefined && sellingPrice > price * MAX_SELLING_PRICE_FACTOR)
    throw invalidError(
      field,
      `This is more than ${MAX_SELLING_PRICE_FACTOR} times your price. Check the amount.`,
    );
}

interface RecordedPrice {
  sellingPrice: Minor | undefined;
  /** The price that its form asked about; undefined for none, null outside of a form. */
  warned: Minor | undefined | null;
  price: Minor;
}

const RECORD_LOSS_TEXT = "This is less than you paid. Change it, or save again to record a loss.";

/** Asks once before a sale at a loss, with `text`. @throws invalid at `field`. */
export function requireAcceptedLoss(
  { sellingPrice, warned, price }: RecordedPrice,
  { field = "sellingPrice", text = RECORD_LOSS_TEXT } = {},
): void {
  if (warned !== null && warned !== sellingPrice && isBelowPrice(sellingPrice, price))
    throw invalidError(field, text);
}

/** The price that a form asked about, as it was typed; null outside of a form. */
export const WarnedPrice = z
  .string()
  .max(30)
  .nullable()
  .default(null)
  .catch("")
  .transform((text) => (text === null ? null : parseMoney(text)));
