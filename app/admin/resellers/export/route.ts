import { resellerList } from "#lib/reseller/list";
import { exportRoute } from "#lib/web/export-route";

/** All resellers as CSV, with the filters of the list. */
export const GET = exportRoute(resellerList, { who: "admin" });
