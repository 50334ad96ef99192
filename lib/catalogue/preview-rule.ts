import { z } from "zod";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { applyTerms } from "./apply-terms.ts";
import { current } from "./current.ts";
import { MarkupInput, markupOf, markupText } from "./markup.ts";
import { changedPrices, type PriceChange } from "./price-sheet.ts";
import { type RuleView, ruleView } from "./rules.ts";
import { knownScope, ScopeInput, sameScope } from "./scope.ts";
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
  requireAdmin(ctx);
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
