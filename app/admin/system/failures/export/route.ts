import { modules } from "#lib/modules";
import { createFailureList } from "#lib/report/lane-failures";
import { defineExportRoute } from "#lib/web/export-route";

/** Failing background work as CSV, with the filters of the list. */
export const GET = defineExportRoute(createFailureList(modules), { who: "admin" });
