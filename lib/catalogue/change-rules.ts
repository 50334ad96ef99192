import { eq } from "drizzle-orm";
import { z } from "zod";
import { priceRules } from "#db/schema/terms";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { applyTerms } from "./apply-terms.ts";
import { changeCatalogue } from "./change.ts";
import { current } from "./current.ts";
import { changedPrices, type PriceChange } from "./price-sheet.ts";
import { scopeName } from "./rule.ts";
import { knownScope, MarkupInput, markupOf, markupText, ScopeInput, sameScope } from "./rule-input.ts";
import { type RuleView, ruleView } from "./rules.ts";
import type { Rule } from "./terms.ts";

/** A rule to be saved, or one to be removed. */
export const PreviewRuleInput = z.union([
  z.object({ ruleId: z.coerce.number<string | number>().int().positive() }),
  ScopeInput.extend(MarkupInput.shape),
]);
export type PreviewRuleInput = z.input<typeof PreviewRuleInput>;

export interface RulePreview {
  /** The version that was previewed: saving is refused when it is no longer in force. */
  version: number;
  rule: RuleView;
  /** What the scope's rule says now; null when there is none. */
  before: string | null;
  /** Every price that would change. */
  prices: PriceChange[];
}

/** Shows what would change if a rule were saved or removed. Nothing is written. Admins only. @throws invalid, not_found. */
export async function previewRule(ctx: Ctx, asked: PreviewRuleInput): Promise<RulePreview> {
  requireAdmin(ctx, "prices");
  const input = PreviewRuleInput.parse(asked);
  const now = await current(ctx);
  const { rules } = now.terms;
  const removing = "ruleId" in input;
  const rule = removing ? rules.find(({ id }) => id === input.ruleId) : ruleFromInput(input, now);
  if (!rule) throw notFound("rule");
  const others = rules.filter((one) => !sameScope(one, rule));
  const old = rules.find((one) => sameScope(one, rule));
  const then = applyTerms(now, { ...now.terms, rules: removing ? others : [...others, rule] });
  return {
    version: now.version,
    rule: ruleView(rule, now),
    before: old ? markupText(old) : null,
    prices: changedPrices(now, then),
  };
}

function ruleFromInput(
  input: Exclude<z.output<typeof PreviewRuleInput>, { ruleId: number }>,
  now: Awaited<ReturnType<typeof current>>,
): Rule {
  return { id: 0, ...knownScope(input, now), ...markupOf(input) };
}

/** The actions that may change a price or what is sold. */
export const PRICE_ACTIONS = [
  "catalogue.synced",
  "price.ruled",
  "price.rule_removed",
  "plan.terms",
  "sale.switched_off",
  "sale.switched_on",
];

export const SaveRuleInput = ScopeInput.extend(MarkupInput.shape).extend({
  /** The version of the catalogue in the preview that the admin saw. */
  seen: z.coerce.number<string | number>().int().min(0),
  reason: Reason,
});
export type SaveRuleInput = z.input<typeof SaveRuleInput>;

/**
 * Puts a markup on everything in a scope, in place of the rule that was there. Admins only.
 * @throws conflict when any price or rule changed since the preview, which then no longer shows what would happen.
 */
export async function saveRule(ctx: Ctx, asked: SaveRuleInput): Promise<PriceChange[]> {
  requireAdmin(ctx, "prices");
  const input = SaveRuleInput.parse(asked);
  const markup = markupOf(input);
  const { prices } = await changeCatalogue(ctx, async (ctx, before) => {
    if (before.version !== input.seen) throw await changedMeanwhile(ctx, { actions: PRICE_ACTIONS });
    const scope = knownScope(input, before);
    const old = before.terms.rules.find((rule) => sameScope(rule, scope));
    await ctx.db
      .insert(priceRules)
      .values({ ...scope, ...markup })
      .onConflictDoUpdate({
        target: [priceRules.networkId, priceRules.typeId, priceRules.planId, priceRules.level],
        set: markup,
      });
    await record(ctx, {
      action: "price.ruled",
      subject: "price rule",
      subjectId: scopeName(scope),
      reason: input.reason,
      before: { markup: old ? markupText(old) : null },
      after: { markup: markupText(markup) },
    });
  });
  return prices;
}

export const RemoveRuleInput = z.object({
  ruleId: z.coerce.number<string | number>().int().positive(),
  /** The version of the catalogue in the preview that the admin saw. */
  seen: z.coerce.number<string | number>().int().min(0),
  reason: Reason,
});
export type RemoveRuleInput = z.input<typeof RemoveRuleInput>;

/** Removes a markup: the next wider rule applies, or the upstream's own prices. Admins only. @throws conflict as `saveRule` does. */
export async function removeRule(ctx: Ctx, asked: RemoveRuleInput): Promise<PriceChange[]> {
  requireAdmin(ctx, "prices");
  const input = RemoveRuleInput.parse(asked);
  const { prices } = await changeCatalogue(ctx, async (ctx, before) => {
    if (before.version !== input.seen) throw await changedMeanwhile(ctx, { actions: PRICE_ACTIONS });
    const rule = before.terms.rules.find(({ id }) => id === input.ruleId);
    if (!rule) throw notFound("rule");
    await ctx.db.delete(priceRules).where(eq(priceRules.id, rule.id));
    await record(ctx, {
      action: "price.rule_removed",
      subject: "price rule",
      subjectId: scopeName(rule),
      reason: input.reason,
      before: { markup: markupText(rule) },
      after: { markup: null },
    });
  });
  return prices;
}
