import { supplierReport } from "#lib/purchase/report/supplier-report";
import { defineExportRoute } from "#lib/web/export-route";

export const GET = defineExportRoute(supplierReport, { audience: "admin" });
