import type { Ctx } from "#lib/core/context";
import { runDueItems } from "#lib/core/lane/testing/run-due-items";
import { orderLane } from "#lib/shop/order/fulfil-paid-orders";

/** Fulfils all orders that are due now. */
export const fulfilDueOrders = (ctx: Ctx): Promise<void> => runDueItems(ctx, orderLane(ctx));
