import { supplierReport } from "#lib/purchase/report/supplier-report";
import { defineExportRoute } from "#lib/request/export-route";

export const GET = defineExportRoute(supplierReport, { audience: "admin" });
