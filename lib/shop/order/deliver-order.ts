import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { orders } from "#db/schema/shop";
import { PinInput, requirePin } from "#lib/account/pin/require-pin";
import { type Ctx, requireReseller } from "#lib/core/context";
import { conflictError, notFoundError, PortalError } from "#lib/core/error";
import { formatDecimal, formatMoney } from "#lib/core/money/money";
import { readRows } from "#lib/core/read-rows";
import { formatDuration } from "#lib/core/time/time";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { incrementRef } from "#lib/purchase/place/refs";
import { findPurchaseById } from "#lib/purchase/read/get-purchase";
import type { PurchaseView } from "#lib/purchase/read/purchase-view";
import { recordOrderAudit } from "#lib/shop/record-shop-audit";
import { OrderCode } from "#lib/shop/shop-fields";
import { lockSeller } from "./lock-seller.ts";
import { recordPaymentFee } from "./order-proceeds.ts";

export const DeliverOrderInput = z.object({
  code: OrderCode,
  /** The ref that the reseller's page offered (`OrderView.nextRef`): an old page buys nothing again. */
  ref: z.string().max(64),
  /** The reseller's price that the page showed, in minor units. */
  price: z.coerce.bigint<string | bigint>(),
  ...PinInput.shape,
});
export type DeliverOrderInput = z.input<typeof DeliverOrderInput>;

type LockedOrder = typeof orders.$inferSelect;

/**
 * Notes an order's payment and buys its plan under the order's ref in one transaction, so that repeated taps
 * buy once. A form sent again after its response was lost gets its purchase with any PIN. The payment stays
 * noted when the purchase is rejected. After a failed or reversed purchase, the next ref may be used, once.
 * @throws not_found, conflict, the errors of `requirePin`, and those of `placePurchase`
 * in words for the reseller.
 */
export async function deliverOrder(ctx: Ctx, input: DeliverOrderInput): Promise<PurchaseView> {
  const { id: resellerId } = requireReseller(ctx);
  const { code, ref, price, pin, keepPin } = DeliverOrderInput.parse(input);
  const earlier = await findDelivery(ctx, { resellerId, code, ref });
  if (earlier) return earlier;
  await requirePin(ctx, { pin, keepPin });
  const result = await inTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, resellerId, code);
    const before = order.purchaseId ? await findPurchaseById(tx, order.purchaseId) : undefined;
    if (before && ref === order.deliveryRef) return before;
    const failed = before?.state === "failed" || before?.state === "reversed";
    if (failed && ref === incrementRef(order.deliveryRef)) await advanceDeliveryRef(tx, order, ref);
    else if (ref !== order.deliveryRef)
      return conflictError("This order has changed. Check it and try again.");
    if (!order.phone)
      return conflictError("The phone number of this order was deleted. Ask the customer to order again.");
    await recordOrderPayment(tx, { id: order.id, resellerId });
    return buyForOrder(tx, order, { phone: order.phone, ref, price });
  });
  if (result instanceof PortalError) throw result;
  return result;
}

/** Finds the purchase that an order's form already placed under its ref. */
async function findDelivery(
  ctx: Ctx,
  { resellerId, code, ref }: { resellerId: number; code: string; ref: string },
): Promise<PurchaseView | undefined> {
  const [order] = await ctx.db
    .select({ purchaseId: orders.purchaseId })
    .from(orders)
    .where(and(eq(orders.code, code), eq(orders.resellerId, resellerId), eq(orders.deliveryRef, ref)));
  return order?.purchaseId ? findPurchaseById(ctx, order.purchaseId) : undefined;
}

/** Locks an order of a reseller, after its seller. @throws not_found */
export async function lockOrder(ctx: Ctx, resellerId: number, code: string): Promise<LockedOrder> {
  await lockSeller(ctx, resellerId);
  const [order] = await ctx.db
    .select()
    .from(orders)
    .where(and(eq(orders.code, code), eq(orders.resellerId, resellerId)))
    .for("update");
  if (!order) throw notFoundError("order");
  return order;
}

async function advanceDeliveryRef(ctx: Ctx, order: LockedOrder, ref: string): Promise<void> {
  await ctx.db.update(orders).set({ deliveryRef: ref, purchaseId: null }).where(eq(orders.id, order.id));
}

/** Returns a rejection instead of throwing it: the payment noted before must be committed. */
async function buyForOrder(
  ctx: Ctx,
  order: LockedOrder,
  request: { phone: string; ref: string; price: bigint },
): Promise<PurchaseView | PortalError> {
  const { id, planId, networkId, price: sellingPrice } = order;
  try {
    const { purchase } = await placePurchase(ctx, {
      ...request,
      planId,
      networkId,
      sellingPrice,
      channel: "shop",
      again: true,
    });
    await recordPaymentFee(ctx, order, purchase.id);
    await ctx.db.update(orders).set({ purchaseId: purchase.id, waitingFor: null }).where(eq(orders.id, id));
    return purchase;
  } catch (error) {
    if (error instanceof PortalError) return rewordForReseller(error);
    throw error;
  }
}

/** Rewords a rejection for the reseller, whose payment was noted before. */
function rewordForReseller(error: PortalError): PortalError {
  switch (error.code) {
    case "insufficient_funds":
    case "negative_wallet": {
      const { missing } = error.facts;
      const message = `Top up ${formatMoney(missing)} to deliver this. The payment is recorded; nothing was bought.`;
      return error.reworded(message, { missing, amount: formatDecimal(missing) });
    }
    case "restricted":
      return error.reworded("Your account can’t buy right now. The payment is recorded; nothing was bought.");
    case "price_changed":
      return error.reworded(
        `Your price is now ${formatMoney(error.facts.price)}. The payment is recorded; nothing was bought yet.`,
      );
    case "invalid":
      return error.reworded(
        "This plan isn’t available. The payment is recorded; agree on another plan with the customer, or refund them.",
      );
    case "too_many_waiting":
      return error.reworded(`${error.message} The payment is recorded; nothing was bought.`);
    case "queue_too_long":
      return error.reworded(
        `Too many purchases are waiting: it would take about ${formatDuration(error.facts.wait)}. The payment is recorded. Deliver it later.`,
      );
    case "outage":
      return error.reworded(
        `${error.facts.what} isn’t being delivered right now. The payment is recorded. Deliver it later.`,
      );
    case "service_unavailable":
    case "plan_off":
      return error.reworded("Data can’t be bought right now. The payment is recorded. Deliver it later.");
    default:
      return error.reworded(error.message);
  }
}

/**
 * Records that the shop reports an order's payment; repeated reports count once. The caller checks that the
 * order is the reseller's.
 * @throws conflict when the payment was refunded.
 */
async function recordOrderPayment(ctx: Ctx, order: { id: number; resellerId: number }): Promise<void> {
  const [was] = await readRows(ctx.db, z.object({ payment: z.string() }))`
    with before as (select id, payment from orders where id = ${order.id} for update)
    update orders set payment = 'received', paid_at = now(), changed_at = now(), reason = null
    from before where orders.id = before.id and before.payment in ('awaiting', 'expired', 'rejected')
    returning before.payment`;
  if (was) {
    return recordOrderAudit(ctx, order.resellerId, order.id, {
      action: "order.paid",
      before: { payment: was.payment },
      after: { payment: "received" },
    });
  }
  const [now] = await readRows(ctx.db, z.object({ payment: z.string() }))`
    select payment from orders where id = ${order.id}`;
  if (now?.payment !== "received") throw conflictError("This order was refunded. Nothing was delivered.");
}
