import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { resellers } from "#db/schema/account";
import { payments } from "#db/schema/payment";
import { orders, shops } from "#db/schema/shop";
import { sellers } from "#lib/account/reseller/may-buy";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import { env } from "#lib/core/env";
import { notFound, PortalError } from "#lib/core/error";
import { log } from "#lib/core/log";
import { askForPage } from "#lib/payment/ask-for-page";
import { configured, type Providers } from "#lib/payment/configured";
import { PROVIDER_NAMES } from "#lib/payment/names";
import { ownProviders, providerByKeys } from "#lib/payment/own-keys";
import { PaymentRefused, PaymentUnanswered, PROVIDERS, type ProviderName } from "#lib/payment/provider";
import { newReference } from "#lib/payment/reference";
import { paymentSettings } from "#lib/payment/settings";
import { verifyPayment } from "#lib/payment/verify-payment";
import { OrderCode } from "./fields.ts";
import { shopIdBySlug } from "./get-shop.ts";

type Order = typeof orders.$inferSelect;
type Payment = typeof payments.$inferSelect;

/** A provider on whose page an order can be paid. */
interface WayOnline {
  name: ProviderName;
  label: string;
  using: Providers;
  /** The reseller's own keys; null where it is paid to the operator, who credits the reseller. */
  keysId: number | null;
}

/**
 * The providers by which orders of a reseller can be paid now: of the reseller's own keys, or else the operator's where
 * collecting is switched on, for all and for this reseller, and the price is within the operator's bounds. Rights are the
 * caller's.
 */
export async function waysOnline(
  ctx: Ctx,
  { resellerId, price }: Pick<Order, "resellerId" | "price">,
  using: Providers = configured(),
): Promise<WayOnline[]> {
  const own = await ownProviders(ctx, resellerId);
  if (own.length > 0) return own.map((one) => ({ ...one, label: PROVIDER_NAMES[one.name] }));
  const { collects, off, least, most } = await collectingFor(ctx, resellerId);
  if (!collects || price < least || price > most) return [];
  const names = [...using.keys()].filter((name) => !off.includes(name));
  return names.map((name) => ({ name, label: PROVIDER_NAMES[name], using, keysId: null }));
}

async function collectingFor(ctx: Ctx, resellerId: number) {
  const [{ collect, ...rules }, [reseller]] = await Promise.all([
    paymentSettings(ctx),
    ctx.db.select({ collects: resellers.collects }).from(resellers).where(eq(resellers.id, resellerId)),
  ]);
  return { ...rules, collects: collect && reseller?.collects === true };
}

/** Whether customers of the acting reseller's shop may pay through the operator. */
export async function collecting(ctx: Ctx, using: Providers = configured()): Promise<boolean> {
  const { collects, off } = await collectingFor(ctx, requireReseller(ctx).id);
  return collects && [...using.keys()].some((name) => !off.includes(name));
}

/** An order is asked to be paid so often at most. */
const MOST = 10;

export const PayOrderInput = z.object({
  slug: z.string().max(60),
  code: OrderCode,
  provider: z.enum(PROVIDERS),
});
export type PayOrderInput = z.input<typeof PayOrderInput>;

/**
 * Begins the payment of an order on a provider's page, for whoever has the order's code. The same again leads to the same
 * page while that is open.
 * @returns the page. @throws not_found; conflict when it is not to be paid online now; unavailable when the provider opens
 *   no page: nothing was paid
 */
export async function payOrder(
  ctx: Ctx,
  input: PayOrderInput,
  using: Providers = configured(),
): Promise<{ page: string }> {
  const { slug, code, provider } = PayOrderInput.parse(input);
  const begun = await inTransaction(ctx, async (tx) => {
    const order = await payable(tx, { slug, code });
    const way = (await waysOnline(tx, order, using)).find(({ name }) => name === provider);
    if (!way)
      throw new PortalError("conflict", "This way to pay is not offered any more. Choose another one.");
    const payment = (await openPayment(tx, order, way)) ?? (await begin(tx, order, way));
    return { order, way, payment };
  });
  const { order, way, payment } = begun;
  if (payment.page !== null) return { page: payment.page };
  const returnTo = `/s/${slug}/o/${code}/back`;
  const payer = { email: order.customerEmail ?? placeholder(order), name: order.customerName ?? "Customer" };
  try {
    return { page: await askForPage(ctx, payment, { returnTo, ...payer }, way.using) };
  } catch (error) {
    // Some tell their page only once: the next tap begins another payment.
    if (error instanceof PortalError && error.cause instanceof PaymentRefused)
      await ctx.db
        .update(payments)
        .set({ state: "failed", endedAt: sql`now()` })
        .where(and(eq(payments.id, payment.id), eq(payments.state, "started")));
    throw error;
  }
}

async function payable(ctx: Ctx, { slug, code }: { slug: string; code: string }): Promise<Order> {
  const [found] = await ctx.db
    .select({
      order: orders,
      open: sql<boolean>`${orders.payment} = 'awaiting' and ${orders.payBy} > now()
        and ${shops.closedBy} is distinct from 'admin'
        and exists (select from (${sellers()}) seller where seller.id = ${orders.resellerId} and seller.may_sell)`,
    })
    .from(orders)
    .innerJoin(shops, eq(shops.id, orders.shopId))
    .where(and(eq(orders.code, code), sql`${orders.shopId} = ${shopIdBySlug(slug)}`))
    .for("update", { of: orders });
  if (!found) throw notFound("order");
  if (!found.open)
    throw new PortalError("conflict", "This order cannot be paid online any more. Ask the shop.");
  return found.order;
}

async function openPayment(ctx: Ctx, order: Order, way: WayOnline): Promise<Payment | undefined> {
  const [open] = await ctx.db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.orderId, order.id),
        eq(payments.provider, way.name),
        sql`${payments.keysId} is not distinct from ${way.keysId}`,
        eq(payments.state, "started"),
        sql`${payments.expiresAt} > now()`,
      ),
    )
    .orderBy(sql`id desc`)
    .limit(1);
  return open;
}

async function begin(ctx: Ctx, order: Order, { name, keysId }: WayOnline): Promise<Payment> {
  const { id, resellerId, code, price } = order;
  const before = await ctx.db.$count(payments, eq(payments.orderId, id));
  if (before >= MOST)
    throw new PortalError(
      "conflict",
      "This order was tried to be paid too often. Pay the shop in another way.",
    );
  const [payment] = await ctx.db
    .insert(payments)
    .values({
      ...{ resellerId, keysId, orderId: id, amount: price, provider: name, ref: `order.${code}.${before}` },
      reference: newReference("P"),
      purpose: "order",
      currency: env().CURRENCY,
      feeBearer: "reseller",
      // Who begins in the last minute has time to finish.
      expiresAt: sql`greatest(${order.payBy.toISOString()}::timestamptz, now() + interval '30 minutes')`,
      nextCheckAt: sql`now() + interval '1 minute'`,
    })
    .returning();
  if (!payment) throw new Error("A payment was not written.");
  await record(
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

/** Providers want an e-mail of every payer; nobody reads this one. */
function placeholder({ reference }: Order): string {
  const { hostname } = new URL(env().NEXTAUTH_URL);
  return `order-${reference}@${/[a-z]\.[a-z]/.test(hostname) ? hostname : "example.com"}`;
}

/** A customer asks at most this often, in seconds. */
const PAUSE = 10;

/**
 * Asks the providers about the open payments of an order, for whoever has its code; not again within ten seconds.
 * @throws not_found
 */
export async function lookForOrder(
  ctx: Ctx,
  { slug, code }: { slug: string; code: string },
  using: Providers = configured(),
): Promise<void> {
  if (!OrderCode.safeParse(code).success) throw notFound("order");
  const [order] = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.code, code), sql`${orders.shopId} = ${shopIdBySlug(slug)}`));
  if (!order) throw notFound("order");
  const open = await ctx.db
    .update(payments)
    .set({ lookedAt: sql`now()` })
    .where(
      and(
        eq(payments.orderId, order.id),
        inArray(payments.state, ["started", "failed", "expired"]),
        sql`(${payments.lookedAt} is null or ${payments.lookedAt} < now() - make_interval(secs => ${PAUSE}))`,
      ),
    )
    .returning();
  const portal: Ctx = { ...ctx, actor: { kind: "system", name: "payment" } };
  for (const { provider, reference, keysId } of open.slice(-3)) {
    const name = PROVIDERS.find((one) => one === provider) ?? "paystack";
    try {
      const own = keysId === null ? undefined : await providerByKeys(ctx, keysId);
      await verifyPayment(
        portal,
        name,
        { reference },
        own?.using ?? (keysId === null ? using : new Map()),
        keysId,
      );
    } catch (error) {
      if (!(error instanceof PaymentUnanswered)) throw error;
      log.warn("payment.unanswered", { provider, why: error.why });
    }
  }
}
