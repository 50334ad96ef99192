import { topUpList } from "#lib/reconcile/admin/top-up-list";
import { exportRoute } from "#lib/web/export-route";

/** What was recorded of the upstream's balance as CSV. */
export const GET = exportRoute(topUpList, { who: "admin" });
