import { customerList } from "#lib/customer/customer-list";
import { defineExportRoute } from "#lib/web/export-route";

/** Exports the reseller's customers as CSV, with the list's filters. An import can read it. */
export const GET = defineExportRoute(customerList, { audience: "reseller" });
