import { failureList } from "#lib/report/lane-failures";
import { exportRoute } from "#lib/web/export-route";

/** What fails in background work as CSV, with the filters of the list. */
export const GET = exportRoute(failureList, { who: "admin" });
