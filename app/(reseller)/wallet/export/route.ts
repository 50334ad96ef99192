import { walletStatement } from "#lib/purchase/statement";
import { exportRoute } from "#lib/web/export-route";

/** My statement as CSV, with the filters of the page. */
export const GET = exportRoute(walletStatement(), { who: "reseller" });
