import { orderAt } from "../../../../_shop/find-shop.ts";
import { shopRoute } from "../../../../_shop/shop-route.ts";
import { noOrder } from "../no-order.tsx";
import { receipt } from "./receipt.tsx";

/** An order's receipt. */
export const GET = shopRoute<{ slug: string; code: string }>(async (ctx, asked) => {
  return receipt(await orderAt(ctx, asked), asked.params.code);
}, noOrder);
