import { shopList } from "#lib/shop/shop-list";
import { defineExportRoute } from "#lib/web/export-route";

/** All shops as CSV, with the filters of the list. */
export const GET = defineExportRoute(shopList, { who: "admin" });
