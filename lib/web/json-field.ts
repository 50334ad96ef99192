import { z } from "zod";

/** A field of a form that a script filled with JSON; what is in it the verb checks. */
export const jsonField = z
  .string()
  .max(40_000)
  .transform((text, check): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      check.addIssue("This does not look right.");
      return z.NEVER;
    }
  });
