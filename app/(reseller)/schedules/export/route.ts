import { scheduleList } from "#lib/schedule/schedule-view";
import { exportRoute } from "#lib/web/export-route";

/** My schedules as CSV, with the filters of the list. */
export const GET = exportRoute(scheduleList, { who: "reseller" });
