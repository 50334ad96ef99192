import { randomUUID } from "node:crypto";
import { confirmedSession } from "#lib/account/testing/people";
import { sync } from "#lib/catalogue/sync";
import type { Ctx } from "#lib/core/context";
import { whenSettled } from "#lib/purchase/read/watch";
import { deliverOrder } from "#lib/shop/deliver-order";
import { getShop } from "#lib/shop/get-shop";
import { orderList } from "#lib/shop/list-orders";
import type { OfferView } from "#lib/shop/offers";
import type { PaymentWay } from "#lib/shop/payment-way";
import { type PlaceOrderInput, placeOrder } from "#lib/shop/place-order";
import { openShop, saveShop } from "#lib/shop/save-shop";
import { PATIENCE_MS } from "#lib/testing/patience";
import type { System } from "./harness.ts";
import type { TestPerson } from "./people.ts";
import { freshPhone, shopper } from "./shopping.ts";

export interface TestShop {
  slug: string;
  name: string;
  /** How its owner acts. */
  owner: Ctx;
  offers: OfferView[];
}

/** A reseller's shop that takes orders, paid by bank transfer or cash. */
export async function setUpShop(system: Pick<System, "database">, person: TestPerson): Promise<TestShop> {
  await sync(system.database.systemCtx);
  const owner = shopper(system, person, await confirmedSession(system.database, person.id));
  const slug = `shop-${person.id}`;
  const look = {
    name: `Data by ${person.name}`,
    slug,
    note: "Open every day from 8 to 22.",
    phone: "0803 123 4567",
  };
  const payments: PaymentWay[] = [
    { kind: "bank", bank: "First Bank", accountName: person.name, accountNumber: "3012345678" },
    { kind: "cash", where: "12 Allen Avenue." },
  ];
  await openShop(owner, { ...look, markup: "10", payments });
  await saveShop(owner, { ...look, whatsapp: look.phone, hue: 155, payWithin: 120, payments });
  const { offers } = await getShop(system.database.systemCtx, { slug });
  return { slug, name: look.name, owner, offers };
}

/** An order of a customer for the shop's first plan, placed without a page. */
export async function customerOrder(
  { database }: Pick<System, "database">,
  { slug, offers }: TestShop,
  wish: Partial<PlaceOrderInput> = {},
): Promise<{ code: string; offer: OfferView }> {
  const [offer] = offers;
  if (!offer) throw new Error("The shop sells nothing.");
  const { planId, price } = offer;
  const { code } = await placeOrder(database.systemCtx, {
    ...{ slug, planId, price, phone: freshPhone(), ref: randomUUID() },
    ...wish,
  });
  return { code, offer };
}

/** The same, paid, and delivered; with what the customer paid and what the shop did. */
export async function deliveredOrder(
  stage: Pick<System, "database">,
  shop: TestShop,
): Promise<{ code: string; price: bigint; cost: bigint; plan: string }> {
  const { code, offer } = await customerOrder(stage, shop);
  const { rows } = await orderList.page(shop.owner, { show: "all" });
  const order = rows.find((one) => one.code === code);
  const { ident } = await deliverOrder(shop.owner, {
    ...{ code, ref: order?.nextRef ?? "", price: order?.cost ?? 0n },
  });
  const { price: cost, state } = await whenSettled(shop.owner, ident, PATIENCE_MS);
  if (state !== "successful") throw new Error(`The order is ${state}.`);
  return { code, price: offer.price, cost, plan: `${offer.networkName} ${offer.size} ${offer.volume}` };
}
