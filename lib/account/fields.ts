import { z } from "zod";
import { isPlainName, PLAIN_NAME_MESSAGE } from "#lib/core/text/plain-name";

/** An email address, trimmed and in lower case. */
export const Email = z
  .string("Enter an email address.")
  .trim()
  .toLowerCase()
  .max(254, "Use at most 254 characters.")
  .pipe(z.email("Enter a valid email address."));

/** The name of a person or shop. */
export const Name = z
  .string("Enter a name.")
  .trim()
  .min(1, "Enter a name.")
  .max(100, "Use at most 100 characters.")
  .refine(isPlainName, PLAIN_NAME_MESSAGE);

/** A password as typed, never trimmed; `checkPasswordStrength` checks new ones. */
export const Password = z
  .string("Enter a password.")
  .min(1, "Enter a password.")
  .max(1000, "This is too long.");
