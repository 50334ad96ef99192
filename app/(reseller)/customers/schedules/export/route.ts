import { defineExportRoute } from "#lib/request/export-route";
import { scheduleList } from "#lib/schedule/schedule-view";

export const GET = defineExportRoute(scheduleList, { audience: "reseller" });
