import { defineExportRoute } from "#lib/request/export-route";
import { outcomeReportFile } from "#lib/sales/outcome-files";

export const GET = defineExportRoute(outcomeReportFile, { audience: "admin" });
