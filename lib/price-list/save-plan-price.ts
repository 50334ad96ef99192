import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { priceListRules } from "#db/schema/price-list";
import type { Ctx } from "#lib/core/context";
import { Id } from "#lib/core/id";
import { AudienceField, changePriceList } from "./change-price-list.ts";
import { parseRuleValue, TypedValue } from "./markup-input.ts";

/** Sources of a plan's selling price: the wider markups, a markup for it alone, or a fixed price. */
export const PLAN_PRICINGS = ["list", "percent", "flat", "fixed"] as const;
export type PlanPricing = (typeof PLAN_PRICINGS)[number];

export const SavePlanPriceInput = z
  .object({
    planId: Id,
    pricing: z.enum(PLAN_PRICINGS).default("list"),
    /** Empty for the wider markups. */
    value: TypedValue.default(""),
    hidden: z.boolean().default(false),
    audience: AudienceField,
  })
  .transform(({ planId, pricing, value, hidden, audience }, check) => ({
    planId,
    audience,
    hidden,
    ...(pricing === "list"
      ? { kind: null, value: null }
      : { kind: pricing, value: parseRuleValue(pricing, value, check) }),
  }));
export type SavePlanPriceInput = z.input<typeof SavePlanPriceInput>;

/** Replaces the price of one plan in the acting reseller's price list, and whether customers see the plan. */
export async function savePlanPrice(ctx: Ctx, input: SavePlanPriceInput): Promise<void> {
  const { planId, audience, ...pricing } = SavePlanPriceInput.parse(input);
  await changePriceList(ctx, audience, async (tx, key) => {
    const [before] = await tx.db
      .delete(priceListRules)
      .where(
        and(
          eq(priceListRules.resellerId, key.resellerId),
          eq(priceListRules.audience, audience),
          eq(priceListRules.planId, planId),
        ),
      )
      .returning();
    if (pricing.kind || pricing.hidden)
      await tx.db.insert(priceListRules).values({ ...key, planId, ...pricing });
    return { action: "price_list.plan_saved", before, after: { planId, ...pricing } };
  });
}
