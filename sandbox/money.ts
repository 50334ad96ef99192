/** Formats minor units (kobo) as plain text with 2 decimals: `125000n` → `1250.00` (§2.6 `amount`). */
export function formatSandboxAmount(minor: bigint): string {
  const sign = minor < 0n ? "-" : "";
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, "0");
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Formats minor units with thousands separators: `125000n` → `1,250.00` (§2.6 `balance_before`). */
export function formatGrouped(minor: bigint): string {
  const [whole = "", fraction] = formatSandboxAmount(minor).split(".");
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${fraction}`;
}

/** Converts minor units to a JSON number of major units: `125050n` → `1250.5` (§2.2 `amount`). */
export function toSandboxJsonNumber(minor: bigint): number {
  return Number(formatSandboxAmount(minor));
}

/** Parses decimal text to minor units, or null when it isn't an amount: `"99.5"` → `9950n`. */
export function parseSandboxAmount(text: string): bigint | null {
  const match = /^(\d{1,15})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  return BigInt(match[1] + (match[2] ?? "").padEnd(2, "0"));
}
