import { ownPurchaseList } from "#lib/purchase/read/own-purchase-list";
import { defineExportRoute } from "#lib/web/export-route";

/** My purchases as CSV, with the filters of the list. */
export const GET = defineExportRoute(ownPurchaseList, { audience: "reseller" });
