import { shopList } from "#lib/shop/shop-list";
import { defineExportRoute } from "#lib/web/export-route";

export const GET = defineExportRoute(shopList, { audience: "admin" });
