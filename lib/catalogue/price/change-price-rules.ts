import { eq } from "drizzle-orm";
import { z } from "zod";
import { priceRules } from "#db/schema/pricing";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { applyCatalogueSettings } from "#lib/catalogue/apply-catalogue-settings";
import type { PriceRule } from "#lib/catalogue/catalogue-settings";
import { changeCatalogue } from "#lib/catalogue/change-catalogue";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { Reason } from "#lib/core/text/reason";
import { type PriceRuleView, toPriceRuleView } from "./list-price-rules.ts";
import { formatScopeKey } from "./price-rule.ts";
import {
  formatMarkup,
  isSameScope,
  MarkupInput,
  parseMarkup,
  ScopeInput,
  validateScope,
} from "./price-rule-input.ts";
import { diffPrices, type PriceChange } from "./price-sheet.ts";

export const PreviewPriceRuleInput = z.union([
  z.object({ ruleId: z.coerce.number<string | number>().int().positive() }),
  ScopeInput.extend(MarkupInput.shape),
]);
export type PreviewPriceRuleInput = z.input<typeof PreviewPriceRuleInput>;

export interface PriceRulePreview {
  /** The version that was previewed: saving is rejected when it is no longer current. */
  version: number;
  rule: PriceRuleView;
  /** The markup of the scope's current rule; null without one. */
  before: string | null;
  prices: PriceChange[];
}

/**
 * Previews the prices that saving or removing a rule would change. Writes nothing. Admins only.
 * @throws invalid, not_found.
 */
export async function previewPriceRule(ctx: Ctx, rawInput: PreviewPriceRuleInput): Promise<PriceRulePreview> {
  requireAdmin(ctx, "prices");
  const input = PreviewPriceRuleInput.parse(rawInput);
  const now = await getCatalogue(ctx);
  const { rules } = now.settings;
  const removing = "ruleId" in input;
  const rule = removing ? rules.find(({ id }) => id === input.ruleId) : toPriceRule(input, now);
  if (!rule) throw notFoundError("rule");
  const otherRules = rules.filter((candidate) => !isSameScope(candidate, rule));
  const old = rules.find((candidate) => isSameScope(candidate, rule));
  const then = applyCatalogueSettings(now, {
    ...now.settings,
    rules: removing ? otherRules : [...otherRules, rule],
  });
  return {
    version: now.version,
    rule: toPriceRuleView(rule, now),
    before: old ? formatMarkup(old) : null,
    prices: diffPrices(now, then),
  };
}

function toPriceRule(
  input: Exclude<z.output<typeof PreviewPriceRuleInput>, { ruleId: number }>,
  now: Awaited<ReturnType<typeof getCatalogue>>,
): PriceRule {
  return { id: 0, ...validateScope(input, now), ...parseMarkup(input) };
}

/** The actions that can change a price or the plans on sale. */
export const PRICE_ACTIONS = [
  "catalogue.synced",
  "price.ruled",
  "price.rule_removed",
  "plan.terms",
  "sale.switched_off",
  "sale.switched_on",
];

export const SavePriceRuleInput = ScopeInput.extend(MarkupInput.shape).extend({
  /** The version of the catalogue in the preview that the admin saw. */
  expectedVersion: z.coerce.number<string | number>().int().min(0),
  reason: Reason,
});
export type SavePriceRuleInput = z.input<typeof SavePriceRuleInput>;

/**
 * Sets the markup of a scope, in place of its earlier rule. Admins only.
 * @throws conflict when any price or rule changed since the preview.
 */
export async function savePriceRule(ctx: Ctx, rawInput: SavePriceRuleInput): Promise<PriceChange[]> {
  requireAdmin(ctx, "prices");
  const input = SavePriceRuleInput.parse(rawInput);
  const markup = parseMarkup(input);
  const { prices } = await changeCatalogue(ctx, async (ctx, before) => {
    if (before.version !== input.expectedVersion)
      throw await explainConflict(ctx, { actions: PRICE_ACTIONS });
    const scope = validateScope(input, before);
    const old = before.settings.rules.find((rule) => isSameScope(rule, scope));
    await ctx.db
      .insert(priceRules)
      .values({ ...scope, ...markup })
      .onConflictDoUpdate({
        target: [priceRules.networkId, priceRules.typeId, priceRules.planId, priceRules.level],
        set: markup,
      });
    await recordAudit(ctx, {
      action: "price.ruled",
      subject: "price rule",
      subjectId: formatScopeKey(scope),
      reason: input.reason,
      before: { markup: old ? formatMarkup(old) : null },
      after: { markup: formatMarkup(markup) },
    });
  });
  return prices;
}

export const RemovePriceRuleInput = z.object({
  ruleId: z.coerce.number<string | number>().int().positive(),
  /** The version of the catalogue in the preview that the admin saw. */
  expectedVersion: z.coerce.number<string | number>().int().min(0),
  reason: Reason,
});
export type RemovePriceRuleInput = z.input<typeof RemovePriceRuleInput>;

/**
 * Removes a markup: the next wider rule applies, or the upstream's prices. Admins only.
 * @throws conflict as `savePriceRule` does, not_found.
 */
export async function removePriceRule(ctx: Ctx, rawInput: RemovePriceRuleInput): Promise<PriceChange[]> {
  requireAdmin(ctx, "prices");
  const input = RemovePriceRuleInput.parse(rawInput);
  const { prices } = await changeCatalogue(ctx, async (ctx, before) => {
    if (before.version !== input.expectedVersion)
      throw await explainConflict(ctx, { actions: PRICE_ACTIONS });
    const rule = before.settings.rules.find(({ id }) => id === input.ruleId);
    if (!rule) throw notFoundError("rule");
    await ctx.db.delete(priceRules).where(eq(priceRules.id, rule.id));
    await recordAudit(ctx, {
      action: "price.rule_removed",
      subject: "price rule",
      subjectId: formatScopeKey(rule),
      reason: input.reason,
      before: { markup: formatMarkup(rule) },
      after: { markup: null },
    });
  });
  return prices;
}
