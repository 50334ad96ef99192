import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { shopPlans, shopRules } from "#db/schema/shop";
import { type Ctx, requireReseller } from "#lib/core/context";
import { Id } from "#lib/core/id";
import type { Markup } from "#lib/core/money/markup";
import { formatMoney, parseMoney } from "#lib/core/money/money";
import { recordShopAudit } from "./record-shop-audit.ts";
import { parseMarkupAmount, parseMarkupPercent } from "./selling-price.ts";
import { getOwnShop } from "./shop-view.ts";

/** Sources of a plan's selling price: the wider rules, a markup for it alone, or a fixed price. */
export const PLAN_PRICINGS = ["rules", "percent", "flat", "fixed"] as const;

export const SaveShopPlanInput = z
  .object({
    planId: Id,
    pricing: z.enum(PLAN_PRICINGS).default("rules"),
    /** Per cent, or an amount of money, as typed; empty for the rules. */
    value: z.string().trim().max(20).default(""),
    hidden: z.boolean().default(false),
  })
  .transform(({ planId, pricing, value, hidden }, check) => ({
    planId,
    hidden,
    price: pricing === "fixed" ? parseFixedPrice(value, check) : null,
    rule: pricing === "percent" || pricing === "flat" ? parsePlanMarkup(pricing, value, check) : null,
  }));
export type SaveShopPlanInput = z.input<typeof SaveShopPlanInput>;

/** Replaces the pricing of one plan of the acting reseller's shop, and whether it is shown. */
export async function saveShopPlan(ctx: Ctx, input: SaveShopPlanInput): Promise<void> {
  const { id } = requireReseller(ctx);
  const { planId, price, hidden, rule } = SaveShopPlanInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const shop = await getOwnShop(tx);
    await tx.db.execute(sql`select from shops where id = ${shop.id} for update`);
    const before = await deletePlanPricing(tx, shop.id, planId);
    await tx.db.insert(shopPlans).values({ shopId: shop.id, planId, price, hidden });
    if (rule) await tx.db.insert(shopRules).values({ shopId: shop.id, planId, ...rule });
    await recordShopAudit(tx, id, shop.slug, {
      action: "shop.plan_saved",
      before,
      after: { planId, price, hidden, ...rule },
    });
  });
}

/** Deletes the shop's pricing of a plan. @returns it */
async function deletePlanPricing(ctx: Ctx, shopId: number, planId: number) {
  const [said] = await ctx.db
    .delete(shopPlans)
    .where(and(eq(shopPlans.shopId, shopId), eq(shopPlans.planId, planId)))
    .returning();
  const [rule] = await ctx.db
    .delete(shopRules)
    .where(and(eq(shopRules.shopId, shopId), eq(shopRules.planId, planId)))
    .returning();
  const { price = null, hidden = false } = said ?? {};
  return { planId, price, hidden, ...(rule && { kind: rule.kind, value: rule.value }) };
}

function parsePlanMarkup(kind: Markup["kind"], value: string, check: z.RefinementCtx): Markup {
  return {
    kind,
    value: kind === "percent" ? parseMarkupPercent(value, check) : parseMarkupAmount(value, check),
  };
}

/** A higher price is a typing error. */
const MAX_PRICE = 10_000_000_000n;

function parseFixedPrice(text: string, check: z.RefinementCtx): bigint {
  const price = parseMoney(text);
  if (price !== undefined && price > 0n && price <= MAX_PRICE) return price;
  check.addIssue({
    code: "custom",
    message: `Enter a price from ${formatMoney(1n)} to ${formatMoney(MAX_PRICE)}.`,
    path: ["value"],
  });
  return z.NEVER;
}
