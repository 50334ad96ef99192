import { z } from "zod";
import { inTransaction } from "#db/client";
import { shopRules } from "#db/schema/shop";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import { flat, hundredths } from "./markup.ts";
import { ownShop } from "./own-shop.ts";
import type { RetailRule } from "./retail.ts";

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
