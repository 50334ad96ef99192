import { ownPurchaseList } from "#lib/purchase/read/own-purchase-list";
import { defineExportRoute } from "#lib/request/export-route";

export const GET = defineExportRoute(ownPurchaseList, { audience: "seller" });
