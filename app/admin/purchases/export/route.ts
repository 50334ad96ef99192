import { purchaseList } from "#lib/purchase/read/admin-list";
import { exportRoute } from "#lib/web/export-route";

/** All resellers' purchases as CSV, with the filters of the list. */
export const GET = exportRoute(purchaseList, { who: "admin" });
