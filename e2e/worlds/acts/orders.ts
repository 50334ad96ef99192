import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { startFunding } from "#lib/payment/start-funding";
import { getShop } from "#lib/shop/get-shop";
import { deliverOrder } from "#lib/shop/order/deliver-order";
import { findOrder } from "#lib/shop/order/find-order";
import { orderList } from "#lib/shop/order/list-orders";
import { payOrder } from "#lib/shop/order/pay-order";
import { placeOrder } from "#lib/shop/order/place-order";
import { recheckOrderPayments } from "#lib/shop/order/recheck-order-payments";
import { refundOrder } from "#lib/shop/order/refund-order";
import { asReseller } from "#lib/testing/scene";
import { createWorldCtx } from "./create-world-ctx.ts";
import { submitTwice } from "./submit-twice.ts";

const visitor = (): Ctx => ({
  ...createWorldCtx(),
  actor: { kind: "visitor" },
  address: `10.1.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`,
});

export interface OrderWish {
  slug: string;
  phone: string;
  ref: string;
  /** Chooses among the offers, from 0 to below 1. */
  choice: number;
  messages: "" | "yes";
}

/** Orders at a shop, twice with one form. @returns the order's code */
export async function placeOrderAt({ choice, ...wish }: OrderWish): Promise<string | undefined> {
  const { offers } = await getShop(visitor(), { slug: wish.slug });
  const offer = offers[Math.floor(choice * offers.length)];
  if (!offer) return undefined;
  const input = { ...wish, planId: offer.planId, price: offer.price };
  const customer = visitor();
  const [placed] = await Promise.all([1, 2].map(() => placeOrder(customer, input)));
  return placed?.code;
}

export interface OrderName {
  slug: string;
  code: string;
}

/** A payment that its provider opened a page for. */
export interface OpenPayment {
  provider: string;
  reference: string;
}

/** Begins the payment of an order at each provider that it may be paid by, in two tabs each. */
export async function beginPayments(order: OrderName): Promise<OpenPayment[]> {
  const customer = visitor();
  const { payOnline } = await findOrder(customer, order);
  await Promise.all(
    payOnline.map(({ name }) => submitTwice(() => payOrder(customer, { ...order, provider: name }))),
  );
  return customer.db.execute<{ provider: string; reference: string }>(sql`
    select p.provider, p.reference
    from payments p
    join orders o on o.id = p.order_id
    where o.code = ${order.code} and p.page is not null
    order by p.id`);
}

/** Looks at an order's payment, as its customer does who comes back from the provider. */
export const returnToOrder = (order: OrderName): Promise<void> => recheckOrderPayments(visitor(), order);

/** Has each payment that was confirmed be checked again now, as it is once a day. */
export async function recheckTransactions(): Promise<void> {
  await createWorldCtx().db.execute(sql`
    with due as (
      update provider_transactions set next_check_at = now() where next_check_at is not null returning id
    )
    select pg_notify('payment', '') from due limit 1`);
}

/** Begins a payment into a wallet. */
export async function beginFunding(input: {
  reseller: number;
  amount: string;
  provider: string;
  ref: string;
}): Promise<OpenPayment> {
  const { reseller, ...form } = input;
  const provider = form.provider as Parameters<typeof startFunding>[1]["provider"];
  const payer = await asReseller(createWorldCtx(), reseller);
  const { reference } = await startFunding(payer, { ...form, provider });
  return { provider, reference };
}

/** Has a reseller deliver an order that was paid in cash, twice at once. */
export async function deliverForCash({ reseller, code }: { reseller: number; code: string }): Promise<void> {
  const owner = await asReseller(createWorldCtx(), reseller);
  const { rows } = await orderList.page(owner, { show: "all" });
  const order = rows.find((row) => row.code === code);
  if (!order) return;
  const form = { code, ref: order.nextRef ?? "", price: order.cost ?? 0n };
  await submitTwice(() => deliverOrder(owner, form));
}

/** Has a reseller refund an order, twice at once. */
export async function refundByShop({ reseller, code }: { reseller: number; code: string }): Promise<void> {
  const owner = await asReseller(createWorldCtx(), reseller);
  await submitTwice(() => refundOrder(owner, { code }));
}
