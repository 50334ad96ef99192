import { randomUUID } from "node:crypto";
import type { Ctx } from "#lib/core/context";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { getShop } from "#lib/shop/get-shop";
import type { OfferView } from "#lib/shop/list-offers";
import { deliverOrder } from "#lib/shop/order/deliver-order";
import { orderList } from "#lib/shop/order/list-orders";
import { type PlaceOrderInput, placeOrder } from "#lib/shop/order/place-order";
import type { ShopPaymentMethod } from "#lib/shop/payment-method";
import { openShop, saveShop } from "#lib/shop/save-shop";
import { syncCatalogue } from "#lib/supplier/sync-supplier";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { asReseller } from "#lib/testing/scene";
import type { TestSystem } from "./harness.ts";
import type { TestPerson } from "./test-accounts.ts";
import { nextTestPhone } from "./test-purchases.ts";

export interface TestShop {
  slug: string;
  name: string;
  /** The owner's context. */
  owner: Ctx;
  offers: OfferView[];
}

/** Creates a reseller's shop that accepts orders, paid by bank transfer or cash. */
export async function createTestShop(
  system: Pick<TestSystem, "database">,
  person: TestPerson,
  accountNumber = "3012345678",
): Promise<TestShop> {
  await syncCatalogue(system.database.systemCtx);
  const owner = await asReseller(system.database.systemCtx, person.id);
  const slug = `shop-${person.id}`;
  const look = {
    name: `Data by ${person.name}`,
    slug,
    note: "Open every day from 8 to 22.",
    phone: "0803 123 4567",
  };
  const payments: ShopPaymentMethod[] = [
    { kind: "bank", bank: "First Bank", accountName: person.name, accountNumber },
    { kind: "cash", where: "12 Allen Avenue." },
  ];
  await openShop(owner, { ...look, markup: "10", payments });
  await saveShop(owner, { ...look, whatsapp: look.phone, hue: 155, paymentWindowMinutes: 120, payments });
  const { offers } = await getShop(system.database.systemCtx, { slug });
  return { slug, name: look.name, owner, offers };
}

/** Places a customer's order for the shop's first plan, without a page. */
export async function placeCustomerOrder(
  { database }: Pick<TestSystem, "database">,
  { slug, offers }: TestShop,
  wish: Partial<PlaceOrderInput> = {},
): Promise<{ code: string; offer: OfferView }> {
  const [offer] = offers;
  if (!offer) throw new Error("The shop sells nothing.");
  const { planId, price } = offer;
  const { code } = await placeOrder(database.systemCtx, {
    slug,
    planId,
    price,
    phone: nextTestPhone(),
    ref: randomUUID(),
    ...wish,
  });
  return { code, offer };
}

/** The same, paid, and delivered; with what the customer paid and what the shop did. */
export async function deliverCustomerOrder(
  stage: Pick<TestSystem, "database">,
  shop: TestShop,
): Promise<{ code: string; price: bigint; cost: bigint; plan: string }> {
  const { code, offer } = await placeCustomerOrder(stage, shop);
  const { rows } = await orderList.page(shop.owner, { show: "all" });
  const order = rows.find((row) => row.code === code);
  const { ident } = await deliverOrder(shop.owner, {
    code,
    ref: order?.nextRef ?? "",
    price: order?.cost ?? 0n,
  });
  const { price: cost, state } = await waitUntilSettled(shop.owner, ident, TEST_TIMEOUT_MS);
  if (state !== "successful") throw new Error(`The order is ${state}.`);
  return { code, price: offer.price, cost, plan: `${offer.networkName} ${offer.size} ${offer.volume}` };
}
