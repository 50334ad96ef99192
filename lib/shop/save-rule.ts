import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { shopRules, shops } from "#db/schema/shop";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { Rounding } from "./fields.ts";
import { flat, hundredths, type RetailRule } from "./retail.ts";
import { ownShop } from "./shop-view.ts";

const orNull = z.coerce.number<string | number>().int().positive().nullable().catch(null).default(null);

export const SaveRuleInput = z
  .object({
    networkId: orNull,
    typeName: z
      .string()
      .trim()
      .max(80)
      .transform((name) => name || null)
      .nullable()
      .default(null),
    kind: z.enum(["flat", "percent"]),
    /** An amount of money, or per cent with up to two decimals, as typed. */
    value: z.string("Type a number.").trim().max(20),
  })
  .transform(({ kind, value, ...scope }, check): RetailRule => {
    const typed = kind === "percent" ? hundredths(value, check) : flat(value, check);
    return { ...scope, planId: null, kind, value: typed };
  });
export type SaveRuleInput = z.input<typeof SaveRuleInput>;

/** Sets the markup of a scope of the acting reseller's shop, in place of the one it had; `savePlan` does it for one plan. */
export async function saveRule(ctx: Ctx, input: SaveRuleInput): Promise<void> {
  const { id } = requireReseller(ctx);
  const rule = SaveRuleInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const shop = await ownShop(tx);
    await tx.db
      .insert(shopRules)
      .values({ ...rule, shopId: shop.id })
      .onConflictDoUpdate({
        target: [shopRules.shopId, shopRules.networkId, shopRules.typeName, shopRules.planId],
        set: { kind: rule.kind, value: rule.value },
      });
    await record(tx, {
      action: "shop.rule_saved",
      subject: "shop",
      subjectId: shop.slug,
      resellerId: id,
      after: { ...rule },
    });
  });
}

export const RemoveRuleInput = z.object({ id: z.coerce.number<string | number>().int().positive() });
export type RemoveRuleInput = z.infer<typeof RemoveRuleInput>;

/** Takes a markup out of the acting reseller's shop; the next wider one counts from now on. @throws not_found */
export async function removeRule(ctx: Ctx, input: RemoveRuleInput): Promise<void> {
  const reseller = requireReseller(ctx);
  const { id } = RemoveRuleInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const shop = await ownShop(tx);
    const [removed] = await tx.db
      .delete(shopRules)
      .where(and(eq(shopRules.id, id), eq(shopRules.shopId, shop.id)))
      .returning();
    if (!removed) throw notFound("rule");
    await record(tx, {
      action: "shop.rule_removed",
      subject: "shop",
      subjectId: shop.slug,
      resellerId: reseller.id,
      before: { ...removed },
    });
  });
}

export const SetRoundingInput = z.object({ rounding: Rounding });
export type SetRoundingInput = z.input<typeof SetRoundingInput>;

/** Sets what the acting reseller's prices by rule are rounded up to. */
export async function setRounding(ctx: Ctx, input: SetRoundingInput): Promise<void> {
  const { id } = requireReseller(ctx);
  const { rounding } = SetRoundingInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const shop = await ownShop(tx);
    await tx.db.update(shops).set({ rounding, updatedAt: sql`now()` }).where(eq(shops.id, shop.id));
    await record(tx, {
      action: "shop.rounding",
      subject: "shop",
      subjectId: shop.slug,
      resellerId: id,
      before: { rounding: shop.rounding },
      after: { rounding },
    });
  });
}
