import { defineExportRoute } from "#lib/request/export-route";
import { supplierReport } from "#lib/sales/supplier-report";

export const GET = defineExportRoute(supplierReport, { audience: "admin" });
