import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { orders } from "#db/schema/shop";
import { PinInput, requirePin } from "#lib/account/pin/require-pin";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { decimalText, formatMoney } from "#lib/core/money";
import { saySpan } from "#lib/core/time";
import { place } from "#lib/purchase/place/place";
import { refAfter } from "#lib/purchase/place/refs";
import { findById } from "#lib/purchase/read/get";
import type { PurchaseView } from "#lib/purchase/read/view";
import { OrderCode } from "./fields.ts";
import { lockSeller } from "./lock-seller.ts";

export const DeliverOrderInput = z.object({
  code: OrderCode,
  /** The ref that the reseller's page offered (`OrderView.nextRef`): a tap on an old page does nothing new. */
  ref: z.string().max(64),
  /** The price of the reseller's that the page showed, in minor units. */
  price: z.coerce.bigint<string | bigint>(),
  ...PinInput.shape,
});
export type DeliverOrderInput = z.input<typeof DeliverOrderInput>;

type Locked = typeof orders.$inferSelect;

/**
 * "Payment received, deliver": in one transaction notes the payment, buys the plan with the order's ref and keeps the
 * purchase with the order, so that it happens once however often it is tapped. The payment stays noted when the purchase is refused. After a purchase
 * that failed or was reversed, the next ref may be used, once.
 * @throws not_found, conflict, what `requirePin` throws, and what `place` throws, with words for whoever tapped.
 */
export async function deliverOrder(ctx: Ctx, input: DeliverOrderInput): Promise<PurchaseView> {
  const { id: resellerId } = requireReseller(ctx);
  const { code, ref, price, pin, keepPin } = DeliverOrderInput.parse(input);
  await requirePin(ctx, { pin, keepPin });
  const result = await inTransaction(ctx, async (tx) => {
    const order = await lock(tx, resellerId, code);
    const before = order.purchaseId ? await findById(tx, order.purchaseId) : undefined;
    if (before && ref === order.deliveryRef) return before;
    const failed = before?.state === "failed" || before?.state === "reversed";
    if (failed && ref === refAfter(order.deliveryRef)) await advance(tx, order, ref);
    else if (ref !== order.deliveryRef)
      return new PortalError("conflict", "This order has moved on. Look at it again.");
    if (!order.phone)
      return new PortalError("conflict", "The number of this order was deleted. Ask for a new order.");
    await receivePayment(tx, { id: order.id, resellerId });
    return buy(tx, order, { phone: order.phone, ref, price });
  });
  if (result instanceof PortalError) throw result;
  return result;
}

async function lock(ctx: Ctx, resellerId: number, code: string): Promise<Locked> {
  await lockSeller(ctx, resellerId);
  const [order] = await ctx.db
    .select()
    .from(orders)
    .where(and(eq(orders.code, code), eq(orders.resellerId, resellerId)))
    .for("update");
  if (!order) throw notFound("order");
  return order;
}

async function advance(ctx: Ctx, order: Locked, ref: string): Promise<void> {
  await ctx.db.update(orders).set({ deliveryRef: ref, purchaseId: null }).where(eq(orders.id, order.id));
}

/** A refusal is returned, not thrown: what was noted before it stays. */
async function buy(
  ctx: Ctx,
  { id, planId, networkId, price: retail }: Locked,
  asked: { phone: string; ref: string; price: bigint },
): Promise<PurchaseView | PortalError> {
  try {
    const { purchase } = await place(ctx, {
      ...{ ...asked, planId, networkId, retail },
      channel: "storefront",
      again: true,
    });
    await ctx.db.update(orders).set({ purchaseId: purchase.id, waitsFor: null }).where(eq(orders.id, id));
    return purchase;
  } catch (error) {
    if (error instanceof PortalError) return forSeller(error);
    throw error;
  }
}

/** A refusal in the words for whoever tapped: the payment was noted before. */
function forSeller(error: PortalError): PortalError {
  switch (error.code) {
    case "insufficient_funds":
    case "negative_wallet": {
      const { missing } = error.facts;
      const words = `Your wallet is ${formatMoney(missing)} short. The payment is noted; nothing was bought.`;
      return error.reworded(words, { missing, amount: decimalText(missing) });
    }
    case "restricted":
      return error.reworded(
        "Your account cannot buy at the moment. The payment is noted; nothing was bought.",
      );
    case "price_changed":
      return error.reworded(
        `Your price is now ${formatMoney(error.facts.price)}. The payment is noted; nothing was bought yet.`,
      );
    case "invalid":
      return error.reworded(
        "This plan is not sold now. The payment is noted; agree on another plan or give it back.",
      );
    case "too_many_waiting":
      return error.reworded(`${error.message} The payment is noted; nothing was bought.`);
    case "queue_too_long":
      return error.reworded(
        `Too many purchases are waiting: it would take about ${saySpan(error.facts.wait)}. The payment is noted; deliver a little later.`,
      );
    case "service_unavailable":
    case "plan_off":
      return error.reworded(
        "Data cannot be bought at the moment. The payment is noted; deliver a little later.",
      );
    default:
      return error.reworded(error.message);
  }
}

/**
 * Writes down that the money of an order is with the shop, which says so itself; once, however often it is said.
 * Rights are the caller's: it has found the order as the reseller's own.
 * @throws conflict when the money was given back.
 */
async function receivePayment(ctx: Ctx, order: { id: number; resellerId: number }): Promise<void> {
  const [was] = await ctx.db.execute<{ payment: string }>(sql`
    with before as (select id, payment from orders where id = ${order.id} for update)
    update orders set payment = 'received', paid_at = now(), changed_at = now(), reason = null
    from before where orders.id = before.id and before.payment in ('awaiting', 'expired', 'refused')
    returning before.payment`);
  if (was) {
    return record(ctx, {
      action: "order.paid",
      subject: "order",
      subjectId: order.id,
      resellerId: order.resellerId,
      before: { payment: was.payment },
      after: { payment: "received" },
    });
  }
  const [now] = await ctx.db.execute<{ payment: string }>(
    sql`select payment from orders where id = ${order.id}`,
  );
  if (now?.payment !== "received")
    throw new PortalError("conflict", "The money of this order was given back. Nothing was delivered.");
}
