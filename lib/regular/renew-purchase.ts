import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { purchases } from "#db/schema/purchase";
import { type Ctx, requireReseller } from "#lib/core/context";
import { conflictError, notFoundError } from "#lib/core/error";
import { isRefunded } from "#lib/core/purchase-state";
import { listSellingPrices } from "#lib/price-list/read-price-list";
import { isBelowPrice } from "#lib/purchase/below-price";
import { buyWithPin } from "#lib/purchase/place/buy-with-pin";
import { Ref } from "#lib/purchase/place/offer";
import { findPlacement } from "#lib/purchase/place/place-purchase";
import type { PurchaseView } from "#lib/purchase/read/purchase-view";

export const Ident = z.string().regex(/^DT[0-9A-Z]{1,40}$/);

export const RenewPurchaseInput = z.object({
  /** The form's ref: sent twice, it buys once. */
  ref: Ref,
  /** The purchase whose plan is bought again for its number. */
  ident: Ident,
  /** The price that the reseller saw, in minor units. */
  price: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(BigInt),
});
export type RenewPurchaseInput = z.input<typeof RenewPurchaseInput>;

/**
 * Buys the plan of the acting reseller's purchase again, for the same number and at the price that they saw,
 * unless something was bought for the number since.
 * @throws not_found; conflict when it was renewed already; the errors of `buyWithPin`.
 */
export async function renewPurchase(ctx: Ctx, input: RenewPurchaseInput): Promise<PurchaseView> {
  requireReseller(ctx, "customers");
  const { ref, ident, price } = RenewPurchaseInput.parse(input);
  const { planId, networkId, phone, id } = await findBundle(ctx, ident);
  const request = { ref, planId, networkId, phone, price, again: false };
  const earlier = await findPlacement(ctx, { ...request, channel: "web" });
  if (earlier) return earlier.purchase;
  if (await hasLaterPurchase(ctx, { id, phone }))
    throw conflictError("Something was bought for this number already. Nothing was charged.");
  const usual = (await listSellingPrices(ctx)).get(planId);
  const sellingPrice = isBelowPrice(usual, price) ? undefined : usual;
  return (await buyWithPin(ctx, { ...request, sellingPrice })).purchase;
}

/** Finds a purchase of the acting reseller, also one that another person sold. @throws not_found */
async function findBundle(ctx: Ctx, ident: string) {
  const { id, planId, networkId, phone } = purchases;
  const isNamed = and(
    eq(purchases.resellerId, requireReseller(ctx, "customers").id),
    eq(purchases.ident, ident),
  );
  const [bundle] = await ctx.db.select({ id, planId, networkId, phone }).from(purchases).where(isNamed);
  if (!bundle) throw notFoundError("purchase");
  return bundle;
}

async function hasLaterPurchase(ctx: Ctx, { id, phone }: { id: number; phone: string }): Promise<boolean> {
  const { id: resellerId } = requireReseller(ctx, "customers");
  const later = await ctx.db.execute(sql`
    select from purchases
    where reseller_id = ${resellerId} and phone = ${phone} and id > ${id} and not ${isRefunded(sql`state`)}
    limit 1`);
  return later.length > 0;
}
