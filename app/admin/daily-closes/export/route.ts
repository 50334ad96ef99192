import { dailyCloseList } from "#lib/purchase/report/daily-close-list";
import { defineExportRoute } from "#lib/web/export-route";

/** Every closed day as CSV, with the filters of the list. */
export const GET = defineExportRoute(dailyCloseList, { who: "admin" });
