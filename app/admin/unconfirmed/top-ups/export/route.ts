import { exportMoves } from "#lib/reconcile/admin/list-moves";
import { csvResponse } from "#lib/web/csv-response";
import { route } from "#lib/web/route";

/** What was recorded of the upstream's balance as CSV. */
export const GET = route(async (ctx) => csvResponse("top-ups", exportMoves(ctx)), { who: "admin" });
