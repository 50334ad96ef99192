/** Minor units (kobo) as plain text with 2 decimals: `125000n` → `1250.00` (§2.6 `amount`). */
export function decimal(minor: bigint): string {
  const sign = minor < 0n ? "-" : "";
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, "0");
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Minor units with thousands separators: `125000n` → `1,250.00` (§2.6 `balance_before`). */
export function grouped(minor: bigint): string {
  const [whole = "", fraction] = decimal(minor).split(".");
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${fraction}`;
}

/** Minor units as a JSON number of major units: `125050n` → `1250.5` (§2.2 `amount`). */
export function jsonNumber(minor: bigint): number {
  return Number(decimal(minor));
}

/** Decimal text to minor units, or null when it is no amount: `"99.5"` → `9950n`. */
export function toMinor(text: string): bigint | null {
  const match = /^(\d{1,15})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  return BigInt(match[1] + (match[2] ?? "").padEnd(2, "0"));
}
