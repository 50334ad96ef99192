import { respondWithEvents } from "#app/api/events/respond-with-events.ts";
import { type ShopEvent, watchOrders } from "#lib/shop/order/watch-orders";
import { defineRoute } from "#lib/web/route";

export const GET = defineRoute(
  (ctx, request: Request) => respondWithEvents<ShopEvent>(ctx, request, (tell) => watchOrders(ctx, tell)),
  { audience: "reseller" },
);
