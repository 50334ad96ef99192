import { eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { orders, shops } from "#db/schema/shop";
import { selectSellers } from "#lib/account/reseller/select-reseller";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { findPlanOffer } from "#lib/catalogue/plan-offer";
import { actForReseller, type Ctx, requireSystem } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { createResellerLane } from "#lib/core/lane/reseller-lane";
import { getPriceTerms, PRICE_TERMS_COLUMNS } from "#lib/core/price-list/agent-terms";
import { readRows } from "#lib/core/read-rows";
import { formatOrderReference } from "#lib/core/text/order-reference";
import { getOrderChargebackDate, MAX_CHARGEBACK_RETURN_DAYS } from "#lib/payment/dispute/read-chargeback";
import { refundPaidOrder } from "#lib/payment/refund/refund-paid-order";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { findPurchaseById } from "#lib/purchase/read/get-purchase";
import { recordOrderAudit } from "#lib/shop/record-shop-audit";
import { lockSeller } from "./lock-seller.ts";
import { getOrderProceeds, recordPaymentFee } from "./order-proceeds.ts";

type Order = typeof orders.$inferSelect;
type OrderBlocker = NonNullable<Order["waitingFor"]>;

/**
 * Fulfils orders paid online: places the purchase, waits while blocked, or starts the refund that the
 * reseller requested. Settling starts the refund of a failed delivery. One transaction locks each order,
 * and the purchase has the order's ref, so nothing is bought or refunded twice. Handles one order of each
 * reseller at a time, the least recently checked reseller first.
 */
export const orderLane = (ctx: Ctx) =>
  createResellerLane(ctx, {
    name: "orders",
    noun: "order",
    table: sql`orders`,
    dueAt: sql`due_at`,
    open: sql`due_at is not null`,
    claimed: sql`looks = looks + 1, due_at = now() + interval '1 minute'`,
    handle: (id) => fulfilOrder(ctx, id),
  });

/** Makes orders of credited wallets due that wait for money. @param resellerId all resellers unless given. */
export async function wakeOrdersAwaitingFunds(ctx: Ctx, resellerId: number | null): Promise<void> {
  requireSystem(ctx);
  await ctx.db.execute(sql`
    update orders set due_at = now() where waiting_for = 'wallet' and due_at > now()
      and (${resellerId}::bigint is null or reseller_id = ${resellerId})`);
}

/** Takes the next step of one order. @throws errors of the database */
export async function fulfilOrder(ctx: Ctx, id: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [due] = await tx.db.select({ resellerId: orders.resellerId }).from(orders).where(eq(orders.id, id));
    if (!due) return;
    // `makeOrdersDue` passes over an order that is locked: with the wallet locked first, no purchase
    // of theirs ends meanwhile.
    await lockSeller(tx, due.resellerId);
    const [order] = await tx.db.select().from(orders).where(eq(orders.id, id)).for("update");
    if (!order || order.dueAt === null) return;
    const bought = order.purchaseId ? await findPurchaseById(tx, order.purchaseId) : undefined;
    // The money of a failed delivery is its customer's, also where a chargeback kept it until now.
    if (order.payment === "refunded")
      return refundOrderPayment(tx, order, { mayOwe: bought?.state === "failed" });
    if (order.payment !== "received") return endFulfilment(tx, order);
    switch (bought?.state) {
      case undefined:
        return (await pauseIfChargedBack(tx, order)) || buyPaidOrder(tx, order);
      case "queued":
      case "sending":
      case "unconfirmed":
        // Its end makes the order due.
        return scheduleNextCheck(tx, order, null, sql`interval '5 minutes'`);
      case "successful":
      case "failed":
      case "reversed":
        return endFulfilment(tx, order);
    }
  });
}

/** Pauses an order whose payment was charged back until the dispute is won; then it continues. */
async function pauseIfChargedBack(ctx: Ctx, order: Order): Promise<boolean> {
  const since = await getOrderChargebackDate(ctx, { orderId: order.id });
  if (!since) return false;
  const mayReturn = Date.now() - since.getTime() < MAX_CHARGEBACK_RETURN_DAYS * 86_400_000;
  await scheduleNextCheck(ctx, order, "payment", mayReturn ? sql`interval '1 hour'` : null);
  return true;
}

const endFulfilment = (ctx: Ctx, order: Order) => scheduleNextCheck(ctx, order, null, null);

async function scheduleNextCheck(
  ctx: Ctx,
  { id }: Order,
  waitingFor: OrderBlocker | null,
  pause: SQL | null,
): Promise<void> {
  await ctx.db
    .update(orders)
    .set({ waitingFor, dueAt: pause && sql`now() + ${pause}` })
    .where(eq(orders.id, id));
}

const RETRY_DELAY = sql`least(interval '10 minutes', interval '30 seconds' * power(2, least(looks, 8)))`;

/** Buys an order's plan, but not at a loss: at a price above the payment's proceeds, the reseller decides. */
async function buyPaidOrder(ctx: Ctx, order: Order): Promise<void> {
  const { id, resellerId, planId, networkId, phone, deliveryRef } = order;
  const [seller] = await readRows(ctx.db, z.object({ email: z.string(), ...PRICE_TERMS_COLUMNS }))`
    select email, level, agent from (${selectSellers()}) s where id = ${resellerId}`;
  const offer = seller && findPlanOffer(await getCatalogue(ctx), planId, getPriceTerms(seller));
  if (!offer || !phone) return scheduleNextCheck(ctx, order, "plan", RETRY_DELAY);
  const { price } = offer;
  if (price > (await getOrderProceeds(ctx, id))) return scheduleNextCheck(ctx, order, "price", RETRY_DELAY);
  const reseller = actForReseller(ctx, { id: resellerId, ...seller });
  try {
    const { purchase } = await placePurchase(reseller, {
      phone,
      planId,
      networkId,
      price,
      ref: deliveryRef,
      sellingPrice: order.price,
      channel: "shop",
      again: true,
    });
    await recordPaymentFee(ctx, order, purchase.id);
    await ctx.db
      .update(orders)
      .set({ purchaseId: purchase.id, waitingFor: null, dueAt: sql`now() + interval '5 minutes'` })
      .where(eq(orders.id, id));
    await recordOrderAudit(ctx, resellerId, id, {
      action: "order.delivering",
      after: { ident: purchase.ident, price },
    });
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    if (error.code === "outage" && (await isRefundedInOutage(ctx, order)))
      return refundInOutage(ctx, order, error.facts.what);
    return scheduleNextCheck(ctx, order, BLOCKER_BY_ERROR[error.code] ?? "later", RETRY_DELAY);
  }
}

/** Whether its shop chose to refund orders that can't be delivered. */
async function isRefundedInOutage(ctx: Ctx, { shopId }: Order): Promise<boolean> {
  const { id, refundsInOutage } = shops;
  const [shop] = await ctx.db.select({ refundsInOutage }).from(shops).where(eq(id, shopId));
  return shop?.refundsInOutage === true;
}

/** Refunds an order that nothing was bought for. While the wallet has too little, the refund waits. */
async function refundInOutage(ctx: Ctx, order: Order, what: string): Promise<void> {
  const reason = `${what} isn’t being delivered right now.`;
  await ctx.db
    .update(orders)
    .set({ payment: "refunded", reason, changedAt: sql`now()` })
    .where(eq(orders.id, order.id));
  await recordOrderAudit(ctx, order.resellerId, order.id, {
    action: "order.refunded",
    reason,
    before: { payment: "received" },
    after: { payment: "refunded" },
  });
  await refundOrderPayment(ctx, order, { mayOwe: false });
}

const BLOCKER_BY_ERROR: Partial<Record<PortalError["code"], OrderBlocker>> = {
  insufficient_funds: "wallet",
  negative_wallet: "wallet",
  restricted: "account",
  daily_limit: "account",
  invalid: "plan",
};

/**
 * Starts the refund from the wallet, or the reseller's own account; the order waits while the wallet's
 * balance is too low, unless the wallet may owe the refund.
 */
export async function refundOrderPayment(
  ctx: Ctx,
  order: Order,
  { mayOwe }: { mayOwe: boolean },
): Promise<void> {
  const reason = `Order ${formatOrderReference(order.reference)} was not delivered.`;
  if (await refundPaidOrder(ctx, { order, reason, mayOwe })) return endFulfilment(ctx, order);
  return scheduleNextCheck(ctx, order, "wallet", RETRY_DELAY);
}
