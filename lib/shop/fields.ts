import { z } from "zod";
import { type Minor, parseMoney } from "#lib/core/money";

/** A shop's address below `/s/`: 3 to 40 of a-z, 0-9 and dashes, no dash at either end. */
export const Slug = z
  .string("Type an address.")
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/, "Use 3 to 40 small letters, digits and dashes.");

export const ShopName = z
  .string("Type the shop's name.")
  .trim()
  .min(1, "Type the shop's name.")
  .max(60, "Use at most 60 characters.");

export const Note = z.string().trim().max(280, "Use at most 280 characters.").default("");

/** A number where the shop is reached. */
export { ContactPhone } from "#lib/core/contact-phone";

/** The steps that retail prices can be rounded to, in whole units of the currency; 0 is none. */
export const ROUNDINGS = [0, 5, 10, 50] as const;

/** A step of rounding, as the minor units that are kept. */
export const Rounding = z.coerce
  .number<string | number>()
  .pipe(z.literal(ROUNDINGS))
  .transform((units): Minor => roundingOf(units));

export function roundingOf(units: (typeof ROUNDINGS)[number]): Minor {
  return units === 0 ? 1n : (parseMoney(units) ?? 1n);
}

/** The code of an order, as it stands in its address. */
export const OrderCode = z.string().regex(/^[0-9a-z]{20}$/);
