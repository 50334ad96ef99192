import { unconfirmedList } from "#lib/reconcile/admin/unconfirmed-list";
import { exportRoute } from "#lib/web/export-route";

/** What waits for a decision as CSV, with the filters of the list. */
export const GET = exportRoute(unconfirmedList, { who: "admin" });
