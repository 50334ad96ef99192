import { exportHandMoves } from "#lib/ledger/export-hand-moves";
import { HandFilter } from "#lib/ledger/hand-moves";
import { csvResponse } from "#lib/web/csv-response";
import { route } from "#lib/web/route";

/** What was moved by hand as CSV, with the filters of the list. */
export const GET = route(
  async (ctx, request: Request) => {
    const filter = HandFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
    return csvResponse("moved-by-hand", exportHandMoves(ctx, filter));
  },
  { who: "admin" },
);
