import { scheduleList } from "#lib/schedule/schedule-view";
import { defineExportRoute } from "#lib/web/export-route";

/** Exports the reseller's schedules as CSV, with the list's filters. */
export const GET = defineExportRoute(scheduleList, { who: "reseller" });
