import { outcomeReportFile } from "#lib/purchase/report/outcome-files";
import { defineExportRoute } from "#lib/request/export-route";

export const GET = defineExportRoute(outcomeReportFile, { audience: "admin" });
