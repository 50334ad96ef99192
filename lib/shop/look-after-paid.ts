import { eq, type SQL, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { accounts, resellers } from "#db/schema/account";
import { orders } from "#db/schema/shop";
import { record } from "#lib/audit/record";
import { current } from "#lib/catalogue/current";
import { priceOf } from "#lib/catalogue/price";
import { type Ctx, requireSystem } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { runDue } from "#lib/core/lane";
import { resellerLane } from "#lib/core/reseller-lane";
import { MAY_RETURN_DAYS, takenBackSince } from "#lib/payment/charge-back";
import { giveBack } from "#lib/payment/refund";
import { place } from "#lib/purchase/place/place";
import { findById } from "#lib/purchase/read/get";
import { lockSeller } from "./lock-seller.ts";

type Order = typeof orders.$inferSelect;
type Waits = NonNullable<Order["waitsFor"]>;

/**
 * Fulfils orders that were paid online: buys what was not bought yet, waits for what it has to wait for, and starts the refund
 * that its reseller gave. When a delivery fails, the database starts it. What it does to one is one transaction that holds the
 * order, so that it happens once, whoever else delivers it, gives it back or is killed; the purchase is bought under the order's own ref, as by hand.
 * One order of each reseller at a time, first of who was looked at longest ago.
 */
export const orderLane = (ctx: Ctx) =>
  resellerLane(ctx, {
    ...{ name: "orders", noun: "order", table: sql`orders`, dueAt: sql`next_look_at` },
    open: sql`next_look_at is not null`,
    claimed: sql`looks = looks + 1, next_look_at = now() + interval '1 minute'`,
    handle: (id) => lookAfter(ctx, id),
  });

/** Looks after all orders that are due now, and after those of a reseller into whose wallet money came. Background work. */
export async function lookAfterPaid(ctx: Ctx, { resellerId }: { resellerId?: number } = {}): Promise<void> {
  requireSystem(ctx);
  if (resellerId !== undefined) await lookAfterMoney(ctx, resellerId);
  await runDue(ctx, orderLane(ctx));
}

/** Money came into a wallet: its orders that wait for some are due. @param resellerId all resellers' unless given. */
export async function lookAfterMoney(ctx: Ctx, resellerId: number | null): Promise<void> {
  requireSystem(ctx);
  await ctx.db.execute(sql`
    update orders set next_look_at = now() where waits_for = 'wallet' and next_look_at > now()
      and (${resellerId}::bigint is null or reseller_id = ${resellerId})`);
}

/** Takes one order a step further. @throws what the database throws */
export async function lookAfter(ctx: Ctx, id: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [due] = await tx.db.select({ resellerId: orders.resellerId }).from(orders).where(eq(orders.id, id));
    if (!due) return;
    // `order_is_due` passes over an order that is locked: with the wallet locked first, no purchase of theirs ends meanwhile.
    await lockSeller(tx, due.resellerId);
    const [order] = await tx.db.select().from(orders).where(eq(orders.id, id)).for("update");
    if (!order || order.nextLookAt === null) return;
    if (order.payment === "refunded") return sendBack(tx, order);
    if (order.payment !== "received") return end(tx, order);
    const bought = order.purchaseId ? await findById(tx, order.purchaseId) : undefined;
    switch (bought?.state) {
      case undefined:
        return (await awaitsPayment(tx, order)) || buy(tx, order);
      case "queued":
      case "sending":
      case "unconfirmed":
        // Its end makes the order due.
        return wait(tx, order, null, sql`interval '5 minutes'`);
      case "successful":
      case "failed":
      case "reversed":
        return end(tx, order);
    }
  });
}

/** What its payer's bank took back pays for no data: it waits for as long as a dispute may be won, and goes on by itself. */
async function awaitsPayment(ctx: Ctx, order: Order): Promise<boolean> {
  const since = await takenBackSince(ctx, { orderId: order.id });
  if (!since) return false;
  const mayReturn = Date.now() - since.getTime() < MAY_RETURN_DAYS * 86_400_000;
  await wait(ctx, order, "payment", mayReturn ? sql`interval '1 hour'` : null);
  return true;
}

const end = (ctx: Ctx, order: Order) => wait(ctx, order, null, null);

async function wait(ctx: Ctx, { id }: Order, waitsFor: Waits | null, pause: SQL | null): Promise<void> {
  await ctx.db
    .update(orders)
    .set({ waitsFor, nextLookAt: pause && sql`now() + ${pause}` })
    .where(eq(orders.id, id));
}

const PAUSE = sql`least(interval '10 minutes', interval '30 seconds' * power(2, least(looks, 8)))`;

/** Buys as its reseller would by a tap, but not at a loss: at a price above what the payment brought, they decide. */
async function buy(ctx: Ctx, order: Order): Promise<void> {
  const { id, resellerId, planId, networkId, phone, deliveryRef } = order;
  const [seller] = await ctx.db
    .select({ email: accounts.email, level: resellers.level })
    .from(resellers)
    .innerJoin(accounts, eq(accounts.id, resellers.id))
    .where(eq(resellers.id, resellerId));
  const plan = (await current(ctx)).plans.get(planId);
  const price = plan && seller && priceOf(plan, seller.level);
  if (!seller || !phone || price === undefined) return wait(ctx, order, "plan", PAUSE);
  if (price > (await proceedsOf(ctx, order))) return wait(ctx, order, "price", PAUSE);
  const reseller: Ctx = { ...ctx, actor: { kind: "reseller", id: resellerId, ...seller, sessionId: 0 } };
  try {
    const { purchase } = await place(reseller, {
      ...{ phone, planId, networkId, price, ref: deliveryRef, retail: order.price },
      channel: "storefront",
      again: true,
    });
    await ctx.db
      .update(orders)
      .set({ purchaseId: purchase.id, waitsFor: null, nextLookAt: sql`now() + interval '5 minutes'` })
      .where(eq(orders.id, id));
    await record(ctx, {
      action: "order.delivering",
      subject: "order",
      subjectId: id,
      resellerId,
      after: { ident: purchase.ident, price },
    });
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    return wait(ctx, order, WAITS[error.code] ?? "later", PAUSE);
  }
}

/** What its payment brought the reseller: less the provider's fee, where they bear it. */
async function proceedsOf(ctx: Ctx, { id }: Order): Promise<bigint> {
  const [paid] = await ctx.db.execute<{ proceeds: string }>(sql`
    select coalesce(t.credited, t.gross - coalesce(t.fee, 0)) as proceeds
    from payments y join provider_transactions t on t.payment_id = y.id and t.state in ('credited', 'direct')
    where y.order_id = ${id} and y.state = 'paid'`);
  return BigInt(paid?.proceeds ?? 0);
}

/** What an order waits for after a refusal. */
const WAITS: Partial<Record<PortalError["code"], Waits>> = {
  insufficient_funds: "wallet",
  negative_wallet: "wallet",
  restricted: "account",
  daily_limit: "account",
  invalid: "plan",
};

/** Out of the wallet, or the reseller's own account, on the way to the customer; it waits while the wallet has too little. */
export async function sendBack(ctx: Ctx, order: Order): Promise<void> {
  const reason = `Order ${order.reference.toUpperCase()} was not delivered.`;
  if (await giveBack(ctx, { orderId: order.id, reason })) return end(ctx, order);
  return wait(ctx, order, "wallet", PAUSE);
}
