import { z } from "zod";

/** An e-mail address as the portal keeps it: trimmed and lower-case. */
export const Email = z
  .string("Type an e-mail address.")
  .trim()
  .toLowerCase()
  .max(254, "This e-mail address is too long.")
  .pipe(z.email("This does not look like an e-mail address."));

/** How a person or shop is called. */
export const Name = z
  .string("Type a name.")
  .trim()
  .min(1, "Type a name.")
  .max(100, "Use at most 100 characters.");

/** A password as it was typed, never trimmed; `checkPassword` judges new ones. */
export const Password = z
  .string("Type a password.")
  .min(1, "Type a password.")
  .max(1000, "This is too long.");
