import { z } from "zod";
import { LEVELS } from "#lib/core/context";
import { Amount } from "#lib/core/money/amount";
import { isLoopback } from "#lib/core/network/ip-address";
import { DIALECTS } from "#lib/upstream/dialects";

const createIntegerField = (min: number, max: number) => {
  const message = `Enter a whole number from ${min.toLocaleString("en")} to ${max.toLocaleString("en")}.`;
  return z.coerce.number<string | number>(message).int(message).min(min, message).max(max, message);
};

const MAX_ADDRESS_LENGTH = 300;

/** The address of a service, without a slash at its end. */
export const SupplierAddress = z
  .string("Enter the supplier’s address.")
  .trim()
  .max(MAX_ADDRESS_LENGTH, `Use at most ${MAX_ADDRESS_LENGTH} characters.`)
  .transform((text, check): string => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const message = explainBadAddress(url);
    if (url && message === undefined) return url.href.replace(/\/+$/, "");
    check.addIssue(message ?? "");
    return z.NEVER;
  });

/** The token would be readable on its way over plain HTTP. */
function explainBadAddress(url: URL | undefined): string | undefined {
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:"))
    return "Enter an address such as https://service.example.";
  if (url.protocol === "http:" && !isLoopback(url.hostname)) return "The address must begin with https://.";
  if (url.username || url.password) return "Leave the name and password out of the address.";
  if (url.search || url.hash) return "Leave out everything after ? or #.";
  return undefined;
}

export const SupplierToken = z
  .string("Enter the token.")
  .trim()
  .min(1, "Enter the token.")
  .max(1000, "This is too long. Copy the token again.")
  .regex(/^[\x21-\x7e]*$/, "A token has no spaces. Copy it again.");

/** The portal's use of a supplier, also of the environment's. */
export const usageFields = {
  name: z.string("Enter a name.").trim().min(1, "Enter a name.").max(60, "Use at most 60 characters."),
  /** The smallest is preferred. */
  rank: createIntegerField(1, 1_000).default(1),
  /** In minor units, or as typed. */
  lowBalance: Amount,
};

/** The dialects that a supplier may speak, by name, with labels for admins. */
export const DIALECT_LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  DIALECTS.map(({ name, label }) => [name, label]),
);

export const SupplierDialect = z.enum(Object.keys(DIALECT_LABELS), "Select one.");

/** The account's terms at the service. */
export const accountFields = {
  level: z.enum(LEVELS, "Select a level."),
  perMinute: createIntegerField(1, 100_000),
  timeoutS: createIntegerField(1, 600),
};
