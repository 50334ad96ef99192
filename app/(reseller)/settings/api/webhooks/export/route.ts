import { defineExportRoute } from "#lib/request/export-route";
import { deliveryList } from "#lib/webhook/delivery-list";

export const GET = defineExportRoute(deliveryList, { audience: "reseller" });
