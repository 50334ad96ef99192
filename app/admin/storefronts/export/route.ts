import { shopList } from "#lib/shop/shop-list";
import { exportRoute } from "#lib/web/export-route";

/** All shops as CSV, with the filters of the list. */
export const GET = exportRoute(shopList, { who: "admin" });
