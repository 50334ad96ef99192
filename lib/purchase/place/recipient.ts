import { invalid } from "#lib/core/error";
import { examplePhone, parsePhone } from "#lib/core/phone";

/** A recipient as a person writes it, as E.164. @throws invalid at `mobile_number`, with a right one as example. */
export function recipient(text: string): string {
  const phone = parsePhone(text);
  if (phone) return phone;
  throw invalid("mobile_number", noNumber(text));
}

/** What is said of a text that is no recipient. */
export function noNumber(text: string): string {
  const right = `A right one looks like ${examplePhone()}.`;
  return text.trim() ? `This is no mobile number. ${right}` : `Which number? ${right}`;
}
