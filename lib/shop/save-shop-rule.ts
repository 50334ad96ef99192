import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { shopRules, shops } from "#db/schema/shop";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { recordShopAudit } from "./record-shop-audit.ts";
import { parseMarkupAmount, parseMarkupPercent, type SellingPriceRule } from "./selling-price.ts";
import { Rounding } from "./shop-fields.ts";
import { getOwnShop } from "./shop-view.ts";

const OptionalId = z.coerce.number<string | number>().int().positive().nullable().catch(null).default(null);

export const SaveShopRuleInput = z
  .object({
    networkId: OptionalId,
    typeName: z
      .string()
      .trim()
      .max(80)
      .transform((name) => name || null)
      .nullable()
      .default(null),
    kind: z.enum(["flat", "percent"]),
    /** An amount of money, or per cent with up to two decimals, as typed. */
    value: z.string("Enter a number.").trim().max(20),
  })
  .transform(({ kind, value, ...scope }, check): SellingPriceRule => {
    const typed = kind === "percent" ? parseMarkupPercent(value, check) : parseMarkupAmount(value, check);
    return { ...scope, planId: null, kind, value: typed };
  });
export type SaveShopRuleInput = z.input<typeof SaveShopRuleInput>;

/** Replaces the markup of a scope of the acting reseller's shop; `saveShopPlan` sets that of one plan. */
export async function saveShopRule(ctx: Ctx, input: SaveShopRuleInput): Promise<void> {
  const { id } = requireReseller(ctx);
  const rule = SaveShopRuleInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const shop = await getOwnShop(tx);
    await tx.db
      .insert(shopRules)
      .values({ ...rule, shopId: shop.id })
      .onConflictDoUpdate({
        target: [shopRules.shopId, shopRules.networkId, shopRules.typeName, shopRules.planId],
        set: { kind: rule.kind, value: rule.value },
      });
    await recordShopAudit(tx, id, shop.slug, { action: "shop.rule_saved", after: { ...rule } });
  });
}

export const RemoveShopRuleInput = z.object({ id: z.coerce.number<string | number>().int().positive() });
export type RemoveShopRuleInput = z.infer<typeof RemoveShopRuleInput>;

/** Removes a markup of the acting reseller's shop; the next wider one applies. @throws not_found */
export async function removeShopRule(ctx: Ctx, input: RemoveShopRuleInput): Promise<void> {
  const reseller = requireReseller(ctx);
  const { id } = RemoveShopRuleInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const shop = await getOwnShop(tx);
    const [removed] = await tx.db
      .delete(shopRules)
      .where(and(eq(shopRules.id, id), eq(shopRules.shopId, shop.id)))
      .returning();
    if (!removed) throw notFoundError("rule");
    await recordShopAudit(tx, reseller.id, shop.slug, {
      action: "shop.rule_removed",
      before: { ...removed },
    });
  });
}

export const SetShopRoundingInput = z.object({ rounding: Rounding });
export type SetShopRoundingInput = z.input<typeof SetShopRoundingInput>;

/** Sets the rounding of the acting reseller's prices by rule. */
export async function setShopRounding(ctx: Ctx, input: SetShopRoundingInput): Promise<void> {
  const { id } = requireReseller(ctx);
  const { rounding } = SetShopRoundingInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const shop = await getOwnShop(tx);
    await tx.db.update(shops).set({ rounding, updatedAt: sql`now()` }).where(eq(shops.id, shop.id));
    await recordShopAudit(tx, id, shop.slug, {
      action: "shop.rounding",
      before: { rounding: shop.rounding },
      after: { rounding },
    });
  });
}
