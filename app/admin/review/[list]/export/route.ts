import { findExport } from "#app/admin/lists.ts";
import { defineExportRoute } from "#lib/web/export-route";

/** One of the lists as CSV, with its filters. */
export const GET = defineExportRoute(findExport("/admin/review"), { who: "admin" });
