import { outcomeListFile } from "#lib/purchase/report/outcome-files";
import { defineExportRoute } from "#lib/request/export-route";

export const GET = defineExportRoute(outcomeListFile, { audience: "admin" });
