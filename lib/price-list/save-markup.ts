import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { priceListRules } from "#db/schema/price-list";
import type { Ctx } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { AudienceField, changePriceList } from "./change-price-list.ts";
import { parseRuleValue, TypedValue } from "./markup-input.ts";

/** Empty or null for any network. Anything else that isn't an id is an error, not a wider scope. */
const OptionalId = z
  .union([z.literal("").transform(() => null), z.null(), Id], "Choose a network.")
  .default(null);

export const SaveMarkupInput = z
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
    value: TypedValue,
    audience: AudienceField,
  })
  .transform(({ value, ...scope }, check) => ({ ...scope, value: parseRuleValue(scope.kind, value, check) }));
export type SaveMarkupInput = z.input<typeof SaveMarkupInput>;

/** Replaces the markup of a scope in the acting reseller's price list; `savePlanPrice` sets that of one plan. */
export async function saveMarkup(ctx: Ctx, input: SaveMarkupInput): Promise<void> {
  const { kind, value, audience, ...scope } = SaveMarkupInput.parse(input);
  await changePriceList(ctx, audience, async (tx, key) => {
    await tx.db
      .insert(priceListRules)
      .values({ ...key, ...scope, kind, value })
      .onConflictDoUpdate({
        target: [
          priceListRules.resellerId,
          priceListRules.audience,
          priceListRules.networkId,
          priceListRules.typeName,
          priceListRules.planId,
        ],
        set: { kind, value },
      });
    return { action: "price_list.markup_saved", after: { ...scope, kind, value } };
  });
}

export const RemoveMarkupInput = z.object({
  id: z.coerce.number<string | number>().int().positive(),
  audience: AudienceField,
});
export type RemoveMarkupInput = z.input<typeof RemoveMarkupInput>;

/**
 * Removes a markup of the acting reseller's price list; the next wider one applies.
 * @throws not_found, also for the price of one plan
 */
export async function removeMarkup(ctx: Ctx, input: RemoveMarkupInput): Promise<void> {
  const { id, audience } = RemoveMarkupInput.parse(input);
  await changePriceList(ctx, audience, async (tx, key) => {
    const isNamed = and(
      eq(priceListRules.id, id),
      eq(priceListRules.resellerId, key.resellerId),
      eq(priceListRules.audience, audience),
    );
    const [removed] = await tx.db
      .delete(priceListRules)
      .where(and(isNamed, isNull(priceListRules.planId)))
      .returning();
    if (!removed) throw notFoundError("markup");
    return { action: "price_list.markup_removed", before: removed };
  });
}
