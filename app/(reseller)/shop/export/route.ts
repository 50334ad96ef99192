import { orderList } from "#lib/shop/order/list-orders";
import { defineExportRoute } from "#lib/web/export-route";

export const GET = defineExportRoute(orderList, { audience: "reseller" });
