import { adminPurchaseList } from "#lib/purchase/read/admin-purchase-list";
import { defineExportRoute } from "#lib/web/export-route";

/** All resellers' purchases as CSV, with the filters of the list. */
export const GET = defineExportRoute(adminPurchaseList, { who: "admin" });
