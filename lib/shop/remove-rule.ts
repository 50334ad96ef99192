import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { shopRules } from "#db/schema/shop";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { ownShop } from "./own-shop.ts";

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
