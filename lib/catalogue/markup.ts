import { z } from "zod";
import { PortalError } from "#lib/core/error";
import { decimalText, formatMoney, parseMoney } from "#lib/core/money";
import type { Rule } from "./terms.ts";

export type Markup = Pick<Rule, "kind" | "value">;

/** A markup as a form gives it: an amount of money, or a per cent with at most two decimals. */
export const MarkupInput = z.object({
  kind: z.enum(["flat", "percent"]),
  value: z.string().trim().min(1).max(20),
});

/** The most that a rule may say: tenfold. */
const MOST_PERCENT = 90_000n;

/** @throws invalid at `value`. */
export function markupOf({ kind, value }: z.infer<typeof MarkupInput>): Markup {
  if (kind === "flat") {
    const minor = parseMoney(value);
    if (minor === undefined) throw wrong("An amount such as 50 or 12.50, without a sign of money.");
    return { kind, value: minor };
  }
  const [, sign, whole = "", part = ""] = /^([-+]?)(\d{1,4})(?:\.(\d{1,2}))?\s*%?$/.exec(value) ?? [];
  if (!whole) throw wrong("A per cent such as 5 or 2.5.");
  const hundredths = BigInt(whole) * 100n + BigInt(part.padEnd(2, "0"));
  if (hundredths > MOST_PERCENT) throw wrong("At most 900.");
  return { kind, value: sign === "-" ? -hundredths : hundredths };
}

/** A markup for people: "+5 %", "+₦50.00", "−2.5 %". */
export function markupText({ kind, value }: Markup): string {
  const size = value < 0n ? -value : value;
  const sign = value < 0n ? "−" : "+";
  return kind === "flat" ? `${sign}${formatMoney(size)}` : `${sign}${percentText(size)} %`;
}

/** A markup as its form takes it again. */
export const markupField = ({ kind, value }: Markup): string =>
  kind === "flat"
    ? decimalText(value)
    : `${value < 0n ? "-" : ""}${percentText(value < 0n ? -value : value)}`;

function percentText(hundredths: bigint): string {
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, "0")}`.replace(/\.?0+$/, "");
}

function wrong(message: string): PortalError {
  return new PortalError("invalid", message, { fields: { value: [message] } });
}
