import { z } from "zod";
import { invalid } from "#lib/core/error";
import { type Markup, parsePercent, percentText } from "#lib/core/markup";
import { formatMoney, parseMoney } from "#lib/core/money";

/** A markup as a form sends it: an amount of money, or a per cent with at most two decimals. */
export const MarkupInput = z.object({
  kind: z.enum(["flat", "percent"]),
  value: z.string().trim().min(1).max(20),
});

/** The largest markup in hundredths of a per cent: it makes a price ten times its cost. */
const MOST_PERCENT = 90_000n;

/** @throws invalid at `value`. */
export function markupOf({ kind, value }: z.infer<typeof MarkupInput>): Markup {
  if (kind === "flat") {
    const minor = parseMoney(value);
    if (minor === undefined)
      throw invalid("value", "An amount such as 50 or 12.50, without a sign of money.");
    return { kind, value: minor };
  }
  const hundredths = parsePercent(value.replace(/^[-+]/, ""));
  if (hundredths === undefined) throw invalid("value", "A per cent such as 5 or 2.5.");
  if (hundredths > MOST_PERCENT) throw invalid("value", "At most 900.");
  return { kind, value: value.startsWith("-") ? -hundredths : hundredths };
}

/** A markup for people: "+5 %", "+₦50.00", "−2.5 %". */
export function markupText({ kind, value }: Markup): string {
  const size = value < 0n ? -value : value;
  const sign = value < 0n ? "−" : "+";
  return kind === "flat" ? `${sign}${formatMoney(size)}` : `${sign}${percentText(size)} %`;
}
