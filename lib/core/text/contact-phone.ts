import { z } from "zod";
import { describeInvalidNumber, parsePhone } from "./phone.ts";

/** A contact number, stored in E.164; may be empty. */
export const ContactPhone = z
  .string()
  .trim()
  .max(40)
  .transform((text, check) => (text === "" ? null : toMobileNumber(text, check)));

/** Transforms a typed number into E.164. */
export function toMobileNumber(text: string, check: z.RefinementCtx): string {
  const phone = parsePhone(text);
  if (phone) return phone;
  check.addIssue(describeInvalidNumber(text));
  return z.NEVER;
}
