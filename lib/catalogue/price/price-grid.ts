import { z } from "zod";
import { applyCatalogueSettings } from "#lib/catalogue/apply-catalogue-settings";
import type { CatalogueSnapshot } from "#lib/catalogue/catalogue";
import type { PriceRule } from "#lib/catalogue/catalogue-settings";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { formatPlanLabel } from "#lib/catalogue/plan-label";
import { type Ctx, LEVELS, type Level, requireAdmin } from "#lib/core/context";
import { formatMoney, type Minor, parseMoney } from "#lib/core/money/money";
import { getLevelQuote } from "./price.ts";
import { isSameScope } from "./price-rule-input.ts";
import { diffPrices, type PriceChange } from "./price-sheet.ts";

/** The price of a plan for a level, in minor units; null leaves it to the wider rules. */
export interface PriceCell {
  planId: number;
  level: Level;
  price: Minor | null;
}

/** Typed cells by name ("12.affiliate"), and the same cells before they were edited. */
export const PreviewPricesInput = z.object({
  typed: z
    .record(z.string().regex(/^\d{1,9}\.(smart_earner|affiliate|top_user|api)$/), z.string().max(40))
    .refine((cells) => Object.keys(cells).length <= 400, "Change at most 100 plans at once."),
  was: z.record(z.string().max(40), z.string().max(40)),
});
export type PreviewPricesInput = z.input<typeof PreviewPricesInput>;

export interface PricePreview {
  /** The state that was previewed: saving is rejected when it has changed. */
  fingerprint: string;
  typed: Record<string, string>;
  /** The errors of invalid cells, by name. */
  wrong: Record<string, string>;
  prices: PriceChange[];
}

/**
 * Previews the prices that saving cells of the grid would change: each becomes a flat markup on the cost, an
 * empty cell is left to the wider rules, and no price may be below its cost. Writes nothing. Admins only.
 */
export async function previewPrices(ctx: Ctx, input: PreviewPricesInput): Promise<PricePreview> {
  requireAdmin(ctx, "prices");
  const now = await getCatalogue(ctx);
  return previewSnapshotPrices(now, PreviewPricesInput.parse(input));
}

export function previewSnapshotPrices(
  now: CatalogueSnapshot,
  { typed, was }: z.output<typeof PreviewPricesInput>,
): PricePreview & { rules: PriceRule[] } {
  const changed = Object.entries(typed).filter(([name, text]) => text.trim() !== (was[name] ?? "").trim());
  const wrong: Record<string, string> = {};
  const cells = changed.flatMap(([name, text]) => {
    const cell = parsePriceCell(name, text, now);
    if (typeof cell !== "string") return [cell];
    wrong[name] = cell;
    return [];
  });
  const rules = cells.reduce<readonly PriceRule[]>(
    (rules, cell) => applyPriceCell(rules, cell, now),
    now.settings.rules,
  );
  const marks = cells.map(({ planId, level, price }) => `${planId}.${level}=${price ?? ""}`);
  return {
    fingerprint: `${now.version} ${marks.join(";")}`,
    typed: Object.fromEntries(changed),
    wrong,
    prices: diffPrices(now, applyCatalogueSettings(now, { ...now.settings, rules })),
    rules: [...rules],
  };
}

/** Parses a typed cell. @returns an error message for an invalid one. */
function parsePriceCell(name: string, text: string, now: CatalogueSnapshot): PriceCell | string {
  const [id, level] = name.split(".") as [string, Level];
  const plan = now.plans.get(Number(id));
  if (!plan) return "This plan doesn’t exist.";
  const cell = { planId: plan.id, level };
  if (text.trim() === "") return { ...cell, price: null };
  // Spreadsheets format amounts with a currency sign or spaces.
  const price = parseMoney(text.replace(/[\s\p{Sc}]/gu, ""));
  const { cost } = plan;
  if (price === undefined || price <= 0n) return "Enter an amount, such as 300 or 1,250.50.";
  if (cost === null) return "The cost is unknown, so no price can be set.";
  if (price < cost) return `Below its cost of ${formatMoney(cost)}.`;
  if (price > cost * 10n) return "More than ten times its cost.";
  return { ...cell, price };
}

/** Replaces the rule of a cell, unless the cell already has this price. */
function applyPriceCell(
  rules: readonly PriceRule[],
  { planId, level, price }: PriceCell,
  now: CatalogueSnapshot,
): readonly PriceRule[] {
  const scope = { networkId: null, typeId: null, planId, level };
  const plan = now.plans.get(planId);
  if (plan && price !== null && getLevelQuote(plan, level).price === price) return rules;
  const otherRules = rules.filter((rule) => !isSameScope(rule, scope));
  const cost = plan?.cost ?? null;
  if (price === null || cost === null) return otherRules;
  return [...otherRules, { id: 0, ...scope, kind: "flat", value: price - cost }];
}

export const getPriceCellNames = (planId: number) =>
  LEVELS.map((level) => [level, `${planId}.${level}`] as const);

/** Lists the prices that change, one per level, for display; in minor units. */
export function listChangedPriceCells(prices: readonly PriceChange[]) {
  return prices.flatMap(({ plan, before, after }) =>
    getPriceCellNames(plan.id)
      .filter(([level]) => before.prices[level] !== after.prices[level])
      .map(([level, name]) => ({
        name,
        label: formatPlanLabel(plan),
        level,
        cost: after.cost,
        before: before.prices[level],
        after: after.prices[level],
        large: isLargeChange(before.prices[level], after.prices[level]),
      })),
  );
}

const LARGE_CHANGE_PERCENT = 50n;

/** Whether a price changes by more than the share that is asked about again, as after a slip of a digit. */
function isLargeChange(before: Minor | null, after: Minor | null): boolean {
  if (before === null || after === null) return false;
  const change = after > before ? after - before : before - after;
  return change * 100n > before * LARGE_CHANGE_PERCENT;
}
