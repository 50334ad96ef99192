import { contact } from "#lib/account/contact";
import { orderAt } from "../../../_shop/find-shop.ts";
import { shopRoute } from "../../../_shop/shop-route.ts";
import { noOrder } from "./no-order.tsx";
import { orderPage } from "./order-page.tsx";

/** The page of one order. */
export const GET = shopRoute<{ slug: string; code: string }>(async (ctx, asked) => {
  const order = await orderAt(ctx, asked);
  return orderPage(order, asked.params.code, order.shut ? await contact(ctx) : null);
}, noOrder);
