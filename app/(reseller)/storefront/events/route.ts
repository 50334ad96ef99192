import { type ShopEvent, watchOrders } from "#lib/shop/watch-orders";
import { route } from "#lib/web/route";
import { answerEvents } from "../../../api/events/answer-events.ts";

/** Tells the reseller of each new and changed order of their shop as it happens. */
export const GET = route(
  (ctx, request: Request) => answerEvents<ShopEvent>(ctx, request, (tell) => watchOrders(ctx, tell)),
  { who: "reseller" },
);
