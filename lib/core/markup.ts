import { decimalText } from "./money.ts";

/** What is added to a cost or a price. */
export interface Markup {
  readonly kind: "flat" | "percent";
  /** Minor units of a flat markup; hundredths of a per cent otherwise (1,250 is 12.5 %). */
  readonly value: bigint;
}

/** Per cent as typed ("12.5", "12.5%") in hundredths of a per cent; undefined when it is none below 10,000 %. */
export function parsePercent(text: string): bigint | undefined {
  const [, whole, part = ""] = /^(\d{1,4})(?:\.(\d{1,2}))?\s*%?$/.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole + part.padEnd(2, "0"));
}

/** Hundredths of a per cent as text: "12.5", "10", "-0.01". */
export function percentText(hundredths: bigint): string {
  const size = hundredths < 0n ? -hundredths : hundredths;
  const text = `${size / 100n}.${String(size % 100n).padStart(2, "0")}`.replace(/\.?0+$/, "");
  return hundredths < 0n ? `-${text}` : text;
}

/** A markup as its form takes it: "12.50", "12.5". */
export const markupField = ({ kind, value }: Markup): string =>
  kind === "flat" ? decimalText(value) : percentText(value);
