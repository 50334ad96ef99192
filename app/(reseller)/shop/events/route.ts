import { respondWithEvents } from "#app/api/events/respond-with-events.ts";
import { defineRoute } from "#lib/request/route";
import { type ShopEvent, watchOrders } from "#lib/shop/order/watch-orders";

export const GET = defineRoute(
  (ctx, request: Request) => respondWithEvents<ShopEvent>(ctx, request, (tell) => watchOrders(ctx, tell)),
  { audience: "reseller" },
);
