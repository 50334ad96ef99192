/**
 * Formats minor units (kobo) as plain text with 2 decimals: `125000n` → `1250.00` (interface: Transaction).
 */
export function formatSandboxAmount(minor: bigint): string {
  const sign = minor < 0n ? "-" : "";
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, "0");
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Formats minor units with thousands separators: `125000n` → `1,250.00` (interface: Transaction). */
export function formatGrouped(minor: bigint): string {
  const [whole = "", fraction] = formatSandboxAmount(minor).split(".");
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${fraction}`;
}

/** Converts minor units to a JSON number of major units: `125050n` → `1250.5` (interface: Plan). */
export function toSandboxJsonNumber(minor: bigint): number {
  return Number(formatSandboxAmount(minor));
}

/** Parses decimal text to minor units, or null when it isn't an amount: `"99.5"` → `9950n`. */
export function parseSandboxAmount(text: string): bigint | null {
  const match = /^(\d{1,15})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  return BigInt(match[1] + (match[2] ?? "").padEnd(2, "0"));
}

/** Encodes JSON for the control address: a bigint becomes its digits followed by `n`, as in `"500000n"`. */
export function encodeJson(value: unknown): string {
  return JSON.stringify(value, (_, item) => (typeof item === "bigint" ? `${item}n` : item));
}

/** Decodes text from `encodeJson`. Throws SyntaxError on text that is not JSON. */
export function decodeJson(text: string): unknown {
  return JSON.parse(text, (_, item) =>
    typeof item === "string" && /^-?\d+n$/.test(item) ? BigInt(item.slice(0, -1)) : item,
  );
}

const TIME_ZONE = "Africa/Lagos";

const dayFormat = new Intl.DateTimeFormat("en-CA", { timeZone: TIME_ZONE, dateStyle: "short" });
const partsFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: TIME_ZONE,
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hour12: true,
});

/** Formats the local calendar day of a time in ms, `YYYY-MM-DD`, by which the daily limit counts. */
export function formatLocalDay(at: number): string {
  return dayFormat.format(at);
}

/** Formats a time as `DD/MM/YYYY hh:mm AM/PM` in the service's time zone (interface: Transaction). */
export function formatCreateDate(at: number): string {
  const part = Object.fromEntries(partsFormat.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${part.day}/${part.month}/${part.year} ${part.hour}:${part.minute} ${part.dayPeriod}`;
}
