import { scheduleList } from "#lib/schedule/schedule-view";
import { defineExportRoute } from "#lib/web/export-route";

export const GET = defineExportRoute(scheduleList, { audience: "reseller" });
