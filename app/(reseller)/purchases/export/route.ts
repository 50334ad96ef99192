import { ownPurchaseList } from "#lib/purchase/read/list";
import { exportRoute } from "#lib/web/export-route";

/** My purchases as CSV, with the filters of the list. */
export const GET = exportRoute(ownPurchaseList, { who: "reseller" });
