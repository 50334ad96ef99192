import { customerList } from "#lib/customer/customer-list";
import { defineExportRoute } from "#lib/request/export-route";

export const GET = defineExportRoute(customerList, { audience: "seller" });
