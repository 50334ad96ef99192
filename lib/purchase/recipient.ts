import { PortalError } from "#lib/core/error";
import { examplePhone, parsePhone } from "#lib/core/phone";

/** A recipient as a person writes it, as E.164. @throws invalid at `mobile_number`, with a right one as example. */
export function recipient(text: string): string {
  const phone = parsePhone(text);
  if (phone) return phone;
  const message = text.trim()
    ? `This is no mobile number. A right one looks like ${examplePhone()}.`
    : `Which number? A right one looks like ${examplePhone()}.`;
  throw new PortalError("invalid", message, { fields: { mobile_number: [message] } });
}
