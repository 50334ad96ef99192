import { orderList } from "#lib/shop/order/list-orders";
import { defineExportRoute } from "#lib/web/export-route";

/** Exports the shop's orders as CSV, with the list's filters. */
export const GET = defineExportRoute(orderList, { audience: "reseller" });
