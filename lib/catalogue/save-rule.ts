import { z } from "zod";
import { priceRules } from "#db/schema/terms";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { Reason } from "#lib/core/reason";
import { change } from "./change.ts";
import { MarkupInput, markupOf, markupText } from "./markup.ts";
import { PRICE_ACTIONS } from "./price-actions.ts";
import type { PriceChange } from "./price-sheet.ts";
import { scopeName } from "./rule.ts";
import { knownScope, ScopeInput, sameScope } from "./scope.ts";

export const SaveRuleInput = ScopeInput.extend(MarkupInput.shape).extend({
  /** The version of the catalogue whose preview was looked at. */
  seen: z.coerce.number<string | number>().int().min(0),
  reason: Reason,
});
export type SaveRuleInput = z.infer<typeof SaveRuleInput>;

/**
 * Puts a markup on everything in a scope, in place of the rule that was there. Admins only.
 * @throws conflict when any price or rule changed since the preview: what would happen is no longer what was seen.
 */
export async function saveRule(ctx: Ctx, input: SaveRuleInput): Promise<PriceChange[]> {
  requireAdmin(ctx);
  const markup = markupOf(input);
  const { prices } = await change(ctx, async (ctx, before) => {
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
