import { randomUUID } from "node:crypto";
import type { Ctx } from "#lib/core/context";
import { runDispatcher } from "#lib/dispatch/dispatcher";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { getShop } from "#lib/shop/get-shop";
import { type PlaceOrderInput, placeOrder } from "#lib/shop/order/place-order";
import { openShop } from "#lib/shop/save-shop";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";

/** Opens a shop that is paid in cash. @param markup in percent */
export const openTestShop = (owner: Ctx, slug: string, markup = "10", name = slug) =>
  openShop(owner, {
    name,
    slug,
    phone: "08031234567",
    markup,
    payments: [{ kind: "cash", where: "12 Allen Avenue." }],
  });

let visitors = 0;

/** Returns a customer with an IP address of their own. */
export function createVisitor({ db }: Ctx): Ctx {
  visitors += 1;
  return { actor: { kind: "visitor" }, db, address: `10.1.${visitors >> 8}.${visitors & 255}` };
}

/** Places an order of a shop's first offer. @returns its code */
export async function placeTestOrder(ctx: Ctx, slug: string, more: Partial<PlaceOrderInput> = {}) {
  const customer = createVisitor(ctx);
  const [offer] = (await getShop(customer, { slug })).offers;
  if (!offer) throw new Error("nothing on offer");
  const { planId, price } = offer;
  const wish = { slug, planId, price, phone: "0803 765 4321", ref: randomUUID() };
  return (await placeOrder(customer, { ...wish, ...more })).code;
}

/** Sends queued purchases until this one is settled. */
export async function settleByDispatcher(system: Ctx, ctx: Ctx, ident: string) {
  const loop = runDispatcher(system);
  try {
    return await waitUntilSettled(ctx, ident, TEST_TIMEOUT_MS);
  } finally {
    await loop.stop();
  }
}
