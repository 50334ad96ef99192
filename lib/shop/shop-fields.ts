import { z } from "zod";
import { isPlainName, PLAIN_NAME_MESSAGE } from "#lib/core/text/plain-name";

/** A shop's address below `/s/`: 3 to 40 of a-z, 0-9 and dashes, no dash at either end. */
export const ShopSlug = z
  .string("Enter an address.")
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/, "Use 3 to 40 small letters, digits and dashes.");

export const ShopName = z
  .string("Enter the shop's name.")
  .trim()
  .min(1, "Enter the shop's name.")
  .max(60, "Use at most 60 characters.")
  .refine(isPlainName, PLAIN_NAME_MESSAGE);

export const ShopNoteText = z.string().trim().max(280, "Use at most 280 characters.");

export { ContactPhone } from "#lib/core/text/contact-phone";

export const OrderCode = z.string().regex(/^[0-9a-z]{20}$/);
