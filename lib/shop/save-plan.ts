import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { shopPlans, shopRules } from "#db/schema/shop";
import { record } from "#lib/audit/record";
import { Id } from "#lib/core/amount";
import { type Ctx, requireReseller } from "#lib/core/context";
import type { Markup } from "#lib/core/markup";
import { parseMoney } from "#lib/core/money";
import { flat, hundredths } from "./retail.ts";
import { ownShop } from "./shop-view.ts";

/** Where a plan's retail price comes from: the wider rules, a markup for it alone, or one price whatever it costs. */
export const PRICINGS = ["rules", "percent", "flat", "fixed"] as const;

export const SavePlanInput = z
  .object({
    planId: Id,
    pricing: z.enum(PRICINGS).default("rules"),
    /** Per cent, or an amount of money, as typed; nothing when the rules say. */
    value: z.string().trim().max(20).default(""),
    hidden: z.boolean().default(false),
  })
  .transform(({ planId, pricing, value, hidden }, check) => ({
    planId,
    hidden,
    price: pricing === "fixed" ? fixed(value, check) : null,
    rule: pricing === "percent" || pricing === "flat" ? markup(pricing, value, check) : null,
  }));
export type SavePlanInput = z.input<typeof SavePlanInput>;

/** Sets how one plan of the acting reseller's shop is priced, and whether it is shown, in place of what it had. */
export async function savePlan(ctx: Ctx, input: SavePlanInput): Promise<void> {
  const { id } = requireReseller(ctx);
  const { planId, price, hidden, rule } = SavePlanInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const shop = await ownShop(tx);
    await tx.db.execute(sql`select from shops where id = ${shop.id} for update`);
    const before = await takeOut(tx, shop.id, planId);
    await tx.db.insert(shopPlans).values({ shopId: shop.id, planId, price, hidden });
    if (rule) await tx.db.insert(shopRules).values({ shopId: shop.id, planId, ...rule });
    await record(tx, {
      action: "shop.plan_saved",
      subject: "shop",
      subjectId: shop.slug,
      resellerId: id,
      before,
      after: { planId, price, hidden, ...rule },
    });
  });
}

/** What the shop said about a plan until now. */
async function takeOut(ctx: Ctx, shopId: number, planId: number) {
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

function markup(kind: Markup["kind"], value: string, check: z.RefinementCtx): Markup {
  return { kind, value: kind === "percent" ? hundredths(value, check) : flat(value, check) };
}

function fixed(text: string, check: z.RefinementCtx): bigint {
  const price = parseMoney(text);
  if (price !== undefined && price > 0n && price <= 100_000_000_00n) return price;
  check.addIssue({ code: "custom", message: "Type an amount above zero, such as 500.", path: ["value"] });
  return z.NEVER;
}
