import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { type Scene, scene } from "#lib/testing/scene";
import { getShop } from "./get-shop.ts";
import { countNewOrders } from "./list-orders.ts";
import { placeOrder } from "./place-order.ts";
import { refuseOrder } from "./refuse-order.ts";
import { openShop } from "./save-shop.ts";

let at: Scene;
beforeAll(async () => {
  at = await scene();
});
afterAll(() => at.close());

test("new are the orders of one's own shop that nobody answered yet", async () => {
  const visitor: Ctx = { actor: { kind: "visitor" }, db: at.system.db, address: "10.0.0.1" };
  const [mine, theirs] = [await at.reseller(), await at.reseller()];
  const order = async (slug: string, ref: string) => {
    const [offer] = (await getShop(visitor, { slug })).offers;
    if (!offer) throw new Error("nothing on offer");
    const { planId, price } = offer;
    return (await placeOrder(visitor, { slug, planId, price, phone: "0803 765 4321", ref })).code;
  };
  for (const [{ ctx }, slug] of [
    [mine, "my-shop"],
    [theirs, "their-shop"],
  ] as const)
    await openShop(ctx, {
      ...{ name: slug, slug, phone: "08031234567", markup: "10" },
      payments: [{ kind: "cash", where: "12 Allen Avenue." }],
    });
  expect(await countNewOrders(mine.ctx)).toBe(0);
  const code = await order("my-shop", "order-one");
  await order("my-shop", "order-two");
  await order("their-shop", "order-three");
  expect(await countNewOrders(mine.ctx)).toBe(2);
  await refuseOrder(mine.ctx, { code, reason: "closed today" });
  expect(await countNewOrders(mine.ctx)).toBe(1);
  await expect(countNewOrders(visitor)).rejects.toMatchObject({ code: "unauthenticated" });
});
