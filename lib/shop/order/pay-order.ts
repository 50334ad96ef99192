import { setTimeout as pause } from "node:timers/promises";
import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { payments } from "#db/schema/payment";
import { orders, shops } from "#db/schema/shop";
import { recordAudit } from "#lib/audit/record-audit";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { conflictError, notFoundError, PortalError } from "#lib/core/error";
import { waitWithoutTurn } from "#lib/core/page-turn";
import { findPlanOutage } from "#lib/outage/find-plan-outage";
import { createCheckout } from "#lib/payment/create-checkout";
import { getProviders, type Providers } from "#lib/payment/providers/configured-providers";
import { PaymentRejected, PROVIDER_NAMES } from "#lib/payment/providers/provider";
import { createReference } from "#lib/payment/reference";
import { shopIdBySlug } from "#lib/shop/get-shop";
import { OrderCode } from "#lib/shop/shop-fields";
import {
  isPayableOnline,
  listOnlinePaymentMethods,
  type OnlinePaymentMethod,
} from "./online-payment-methods.ts";

type Order = typeof orders.$inferSelect;
type Payment = typeof payments.$inferSelect;

/** Checkouts of one order. */
const MAX_PAYMENT_ATTEMPTS = 10;

export const PayOrderInput = z.object({
  slug: z.string().max(60),
  code: OrderCode,
  provider: z.enum(PROVIDER_NAMES),
});
export type PayOrderInput = z.input<typeof PayOrderInput>;

/**
 * Starts the payment of an order on a provider's page, for a customer with the order's code. A second call
 * returns the same page while it is open.
 * @returns the page.
 * @throws not_found; conflict when it can't be paid online now; unavailable when the provider opens no
 *   page: nothing was paid
 */
export async function payOrder(
  ctx: Ctx,
  input: PayOrderInput,
  providers: Providers = getProviders(),
): Promise<{ page: string }> {
  const { slug, code, provider } = PayOrderInput.parse(input);
  const begun = await inTransaction(ctx, async (tx) => {
    const order = await lockPayableOrder(tx, { slug, code });
    const method = (await listOnlinePaymentMethods(tx, order, providers)).find(
      ({ name }) => name === provider,
    );
    if (!method) throw conflictError("This payment method isn’t available any more. Choose another one.");
    const open = await findOpenPayment(tx, order, method);
    if (!open) await rejectUndelivered(tx, order);
    return { order, method, payment: open ?? (await startOrderPayment(tx, order, method)), isNew: !open };
  });
  const { order, method, payment, isNew } = begun;
  const opened = payment.page ?? (isNew ? null : await waitForPage(ctx, payment));
  if (opened !== null) return { page: opened };
  const returnTo = `/s/${slug}/o/${code}/back`;
  const payer = {
    email: order.customerEmail ?? placeholderEmail(order),
    name: order.customerName ?? "Customer",
  };
  try {
    return { page: await createCheckout(ctx, payment, { returnTo, ...payer }, method.providers) };
  } catch (error) {
    // Some providers return their page only once: the next tap starts another payment. Without a response
    // the payment stays started.
    const isRejected = error instanceof PortalError && error.cause instanceof PaymentRejected;
    await ctx.db
      .update(payments)
      .set({ openingUntil: null, ...(isRejected && { state: "failed", endedAt: sql`now()` }) })
      .where(and(eq(payments.id, payment.id), eq(payments.state, "started"), isNull(payments.page)));
    throw error;
  }
}

/** The time after which a call has opened a page or given up; a provider that hangs gets 20 seconds. */
const MAX_OPENING_S = 25;
const PAGE_POLL_MS = 250;

/** The condition on a payment that a call is opening its page now. */
export const isPageOpening = () =>
  sql<boolean>`(page is null and state = 'started' and coalesce(opening_until > now(), false))`;

/**
 * Waits for the page that another call, such as a tap in a second tab, is opening: a provider rejects a
 * second request with the same reference, and another provider's page could be paid as well.
 * @returns null when that call left no page
 * @throws unavailable when the provider rejected it: nothing was paid
 */
async function waitForPage(ctx: Ctx, { id }: Payment): Promise<string | null> {
  for (;;) {
    const [now] = await ctx.db
      .select({ page: payments.page, state: payments.state, opening: isPageOpening() })
      .from(payments)
      .where(eq(payments.id, id));
    if (!now || now.page !== null) return now?.page ?? null;
    if (now.state !== "started")
      throw new PortalError("unavailable", "The payment page didn’t open. You weren’t charged. Try again.");
    if (!now.opening) return null;
    await waitWithoutTurn(() => pause(PAGE_POLL_MS));
  }
}

async function lockPayableOrder(ctx: Ctx, { slug, code }: { slug: string; code: string }): Promise<Order> {
  const [found] = await ctx.db
    .select({
      order: orders,
      payable: isPayableOnline(orders),
    })
    .from(orders)
    .innerJoin(shops, eq(shops.id, orders.shopId))
    .where(and(eq(orders.code, code), sql`${orders.shopId} = ${shopIdBySlug(slug)}`))
    .for("update", { of: orders });
  if (!found) throw notFoundError("order");
  if (!found.payable) throw conflictError("This order can’t be paid online any more. Contact the shop.");
  return found.order;
}

/** @throws conflict while the order's plan isn't delivered: its customer keeps the money until it is */
async function rejectUndelivered(ctx: Ctx, { planId }: Order): Promise<void> {
  const outage = await findPlanOutage(ctx, planId);
  if (outage)
    throw conflictError(
      `${outage.what} isn’t being delivered right now. You weren’t charged. Pay when it’s back.`,
    );
}

async function findOpenPayment(
  ctx: Ctx,
  order: Order,
  method: OnlinePaymentMethod,
): Promise<Payment | undefined> {
  const [open] = await ctx.db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.orderId, order.id),
        eq(payments.provider, method.name),
        sql`${payments.keysId} is not distinct from ${method.keysId}`,
        eq(payments.state, "started"),
        sql`${payments.expiresAt} > now()`,
      ),
    )
    .orderBy(sql`id desc`)
    .limit(1);
  return open;
}

async function startOrderPayment(
  ctx: Ctx,
  order: Order,
  { name, keysId }: OnlinePaymentMethod,
): Promise<Payment> {
  const { id, resellerId, code, price } = order;
  const before = await ctx.db.$count(payments, eq(payments.orderId, id));
  if (before >= MAX_PAYMENT_ATTEMPTS)
    throw conflictError(
      "Too many payment attempts for this order. You weren’t charged. Choose another payment method, or contact the shop.",
    );
  const [payment] = await ctx.db
    .insert(payments)
    .values({
      resellerId,
      keysId,
      orderId: id,
      amount: price,
      provider: name,
      ref: `order.${code}.${before}`,
      reference: createReference("P"),
      purpose: "order",
      currency: env().CURRENCY,
      feeBearer: "reseller",
      // A customer who starts in the last minute has time to finish.
      expiresAt: sql`greatest(${order.payBy.toISOString()}::timestamptz, now() + interval '30 minutes')`,
      nextCheckAt: sql`now() + interval '1 minute'`,
      openingUntil: sql`now() + make_interval(secs => ${MAX_OPENING_S})`,
    })
    .returning();
  if (!payment) throw new Error("The payment was not saved.");
  await recordAudit(
    { ...ctx, actor: { kind: "customer", resellerId } },
    {
      action: "payment.started",
      subject: "payment",
      subjectId: payment.reference,
      resellerId,
      after: { payment: "started", provider: name, amount: price, own: keysId !== null },
    },
  );
  return payment;
}

/** Providers require an email of every payer; this mailbox isn't read. */
function placeholderEmail({ reference }: Order): string {
  const { hostname } = new URL(env().NEXTAUTH_URL);
  return `order-${reference}@${/[a-z]\.[a-z]/.test(hostname) ? hostname : "example.com"}`;
}
