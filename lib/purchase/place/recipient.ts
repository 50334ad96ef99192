import { invalid } from "#lib/core/error";
import { examplePhone, parsePhone } from "#lib/core/phone";

/** Parses a recipient as people write it into E.164. @throws invalid at `mobile_number`, the interface's name for it, with an example. */
export function recipient(text: string): string {
  const phone = parsePhone(text);
  if (phone) return phone;
  throw invalid("mobile_number", noNumber(text));
}

/** The message for a text that is not a mobile number. */
export function noNumber(text: string): string {
  const right = `A right one looks like ${examplePhone()}.`;
  return text.trim() ? `This is no mobile number. ${right}` : `Which number? ${right}`;
}
