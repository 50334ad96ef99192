import { defineExportRoute } from "#lib/request/export-route";
import { orderList } from "#lib/shop/order/list-orders";

export const GET = defineExportRoute(orderList, { audience: "reseller" });
