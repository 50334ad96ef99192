import { failedJobList } from "#lib/report/jobs";
import { exportRoute } from "#lib/web/export-route";

/** The background jobs that gave up as CSV, with the filters of the list. */
export const GET = exportRoute(failedJobList, { who: "admin" });
