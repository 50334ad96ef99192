import { orderList } from "#lib/shop/list-orders";
import { exportRoute } from "#lib/web/export-route";

/** The shop's orders as CSV, with the filters of the list. */
export const GET = exportRoute(orderList, { who: "reseller" });
