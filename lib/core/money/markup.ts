import { foldDecimal } from "#lib/core/text/digits";
import { formatDecimal } from "./money.ts";

/** An addition to a cost or a price. */
export interface Markup {
  readonly kind: "flat" | "percent";
  /** Minor units of a flat markup; hundredths of a per cent otherwise (1,250 is 12.5 %). */
  readonly value: bigint;
}

/**
 * Parses a typed per cent ("12.5", "12.5%") into hundredths of a per cent;
 * undefined unless valid and below 10,000 %.
 */
export function parsePercent(text: string): bigint | undefined {
  const [, whole, part = ""] = /^(\d{1,4})(?:\.(\d{1,2}))?\s*%?$/.exec(foldDecimal(text)) ?? [];
  return whole === undefined ? undefined : BigInt(whole + part.padEnd(2, "0"));
}

/** Formats hundredths of a per cent: "12.5", "10", "-0.01". */
export function formatPercent(hundredths: bigint): string {
  const size = hundredths < 0n ? -hundredths : hundredths;
  const text = `${size / 100n}.${String(size % 100n).padStart(2, "0")}`.replace(/\.?0+$/, "");
  return hundredths < 0n ? `-${text}` : text;
}

/** Formats a markup for its form: "12.50", "12.5". */
export const formatMarkupField = ({ kind, value }: Markup): string =>
  kind === "flat" ? formatDecimal(value) : formatPercent(value);
