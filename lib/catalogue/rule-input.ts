import { z } from "zod";
import { LEVELS } from "#lib/core/context";
import { invalid } from "#lib/core/error";
import { type Markup, parsePercent, percentText } from "#lib/core/markup";
import { formatMoney, parseMoney } from "#lib/core/money";
import type { Snapshot } from "./catalogue.ts";
import type { Scope } from "./terms.ts";

const blank = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" || value === undefined ? null : value), schema.nullable());
const id = blank(z.coerce.number<string | number>().int().positive());

/** The scope of a rule as a form sends it; empty fields mean any. */
export const ScopeInput = z.object({
  networkId: id,
  typeId: id,
  planId: id,
  level: blank(z.enum(LEVELS as ["smart_earner", "affiliate", "top_user", "api"])),
});

/** Checks a scope against the catalogue. @throws invalid at the field that names nothing known. */
export function knownScope({ networkId, typeId, planId, level }: Scope, catalogue: Snapshot): Scope {
  if (planId !== null) {
    if (!catalogue.plans.has(planId)) throw invalid("planId", "There is no such plan.");
    return { networkId: null, typeId: null, planId, level };
  }
  if (typeId !== null) {
    const known = catalogue.types.some((type) => type.networkId === networkId && type.id === typeId);
    if (!known) throw invalid("typeId", "This network has no such type.");
  } else if (networkId !== null && !catalogue.networks.some((network) => network.id === networkId)) {
    throw invalid("networkId", "There is no such network.");
  }
  return { networkId, typeId, planId: null, level };
}

export const sameScope = (one: Scope, other: Scope) =>
  one.networkId === other.networkId &&
  one.typeId === other.typeId &&
  one.planId === other.planId &&
  one.level === other.level;

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
