import { eq } from "drizzle-orm";
import { z } from "zod";
import { priceRules } from "#db/schema/terms";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { change } from "./change.ts";
import { markupText } from "./markup.ts";
import { PRICE_ACTIONS } from "./price-actions.ts";
import type { PriceChange } from "./price-sheet.ts";
import { scopeName } from "./rule.ts";

export const RemoveRuleInput = z.object({
  ruleId: z.coerce.number<string | number>().int().positive(),
  /** The version of the catalogue whose preview was looked at. */
  seen: z.coerce.number<string | number>().int().min(0),
  reason: Reason,
});
export type RemoveRuleInput = z.infer<typeof RemoveRuleInput>;

/** Takes a markup away: the next wider rule holds, or the upstream's own prices. Admins only. @throws conflict as `saveRule` does. */
export async function removeRule(ctx: Ctx, input: RemoveRuleInput): Promise<PriceChange[]> {
  requireAdmin(ctx);
  const { prices } = await change(ctx, async (ctx, before) => {
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
