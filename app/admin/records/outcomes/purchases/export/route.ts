import { defineExportRoute } from "#lib/request/export-route";
import { outcomeListFile } from "#lib/sales/outcome-files";

export const GET = defineExportRoute(outcomeListFile, { audience: "admin" });
