import { handMoveList } from "#lib/ledger/hand-move-list";
import { exportRoute } from "#lib/web/export-route";

/** What was moved by hand as CSV, with the filters of the list. */
export const GET = exportRoute(handMoveList, { who: "admin" });
