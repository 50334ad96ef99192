import { defineExportRoute } from "#lib/request/export-route";
import { shopList } from "#lib/shop/shop-list";

export const GET = defineExportRoute(shopList, { audience: "admin" });
