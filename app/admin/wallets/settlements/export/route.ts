import { differenceList } from "#lib/payment/settlement/difference-list";
import { exportRoute } from "#lib/web/export-route";

/** What settlements and the books do not agree on, as CSV. */
export const GET = exportRoute(differenceList, { who: "admin" });
