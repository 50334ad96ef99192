import { closeList } from "#lib/purchase/report/close-list";
import { exportRoute } from "#lib/web/export-route";

/** Every closed day as CSV, with the filters of the list. */
export const GET = exportRoute(closeList, { who: "admin" });
