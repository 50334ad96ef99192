import { findExport } from "#app/admin/lists.ts";
import { defineExportRoute } from "#lib/request/export-route";

export const GET = defineExportRoute(findExport("/admin/review"), { audience: "admin" });
