import { z } from "zod";
import { examplePhone, parsePhone } from "./phone.ts";

/** A number where somebody is reached; empty is none. Kept in E.164. */
export const ContactPhone = z
  .string()
  .trim()
  .max(40)
  .default("")
  .transform((text, check) => (text === "" ? null : toMobileNumber(text, check)));

/** Transforms a number as a person types it into E.164. */
export function toMobileNumber(text: string, check: z.RefinementCtx): string {
  const phone = parsePhone(text);
  if (phone) return phone;
  check.addIssue(`This is no mobile number. A right one looks like ${examplePhone()}.`);
  return z.NEVER;
}
