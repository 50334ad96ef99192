import { z } from "zod";
import type { CatalogueSnapshot } from "#lib/catalogue/catalogue";
import type { Scope } from "#lib/catalogue/catalogue-settings";
import { LEVELS } from "#lib/core/context";
import { invalidError } from "#lib/core/error";
import { formatPercent, type Markup, parsePercent } from "#lib/core/money/markup";
import { formatMoney, parseMoney } from "#lib/core/money/money";

const optionalField = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" || value === undefined ? null : value), schema.nullable());
const idField = optionalField(z.coerce.number<string | number>().int().positive());

/** The scope of a rule as a form sends it; empty fields mean any. */
export const ScopeInput = z.object({
  networkId: idField,
  typeId: idField,
  planId: idField,
  level: optionalField(z.enum(LEVELS as ["smart_earner", "affiliate", "top_user", "api"])),
});

/** Checks a scope against the catalogue. @throws invalid at the field whose value does not exist. */
export function validateScope(
  { networkId, typeId, planId, level }: Scope,
  catalogue: CatalogueSnapshot,
): Scope {
  if (planId !== null) {
    if (!catalogue.plans.has(planId)) throw invalidError("planId", "This plan doesn’t exist.");
    return { networkId: null, typeId: null, planId, level };
  }
  if (typeId !== null) {
    const exists = catalogue.types.some((type) => type.networkId === networkId && type.id === typeId);
    if (!exists) throw invalidError("typeId", "This network doesn’t have this plan type.");
  } else if (networkId !== null && !catalogue.networks.some((network) => network.id === networkId)) {
    throw invalidError("networkId", "This network doesn’t exist.");
  }
  return { networkId, typeId, planId: null, level };
}

export const isSameScope = (a: Scope, b: Scope) =>
  a.networkId === b.networkId && a.typeId === b.typeId && a.planId === b.planId && a.level === b.level;

/** A markup as a form sends it: an amount, or a percentage with at most two decimals. */
export const MarkupInput = z.object({
  kind: z.enum(["flat", "percent"]),
  value: z.string().trim().min(1).max(20),
});

/** The largest markup in hundredths of a percent: it makes a price ten times its cost. */
const MAX_PERCENT_HUNDREDTHS = 90_000n;

/** Parses a markup. @throws invalid at `value`. */
export function parseMarkup({ kind, value }: z.infer<typeof MarkupInput>): Markup {
  if (kind === "flat") {
    const minor = parseMoney(value);
    if (minor === undefined)
      throw invalidError("value", "Enter an amount, such as 50 or 12.50, without a currency sign.");
    return { kind, value: minor };
  }
  const hundredths = parsePercent(value.replace(/^[-+]/, ""));
  if (hundredths === undefined) throw invalidError("value", "Enter a percentage, such as 5 or 2.5.");
  if (hundredths > MAX_PERCENT_HUNDREDTHS) throw invalidError("value", "Enter at most 900.");
  return { kind, value: value.startsWith("-") ? -hundredths : hundredths };
}

/** Formats a markup: "+5%", "+₦50", "−2.5%". */
export function formatMarkup({ kind, value }: Markup): string {
  const size = value < 0n ? -value : value;
  const sign = value < 0n ? "−" : "+";
  return kind === "flat" ? `${sign}${formatMoney(size)}` : `${sign}${formatPercent(size)}%`;
}
