import { discrepancyList } from "#lib/reconcile/admin/discrepancy-list";
import { exportRoute } from "#lib/web/export-route";

/** What does not fit as CSV, with the filters of the list. */
export const GET = exportRoute(discrepancyList, { who: "admin" });
