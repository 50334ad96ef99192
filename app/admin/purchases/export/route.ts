import { adminPurchaseList } from "#lib/purchase/read/admin-purchase-list";
import { defineExportRoute } from "#lib/request/export-route";

export const GET = defineExportRoute(adminPurchaseList, { audience: "admin" });
