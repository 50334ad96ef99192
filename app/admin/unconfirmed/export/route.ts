import { exportUnconfirmed, UnconfirmedFilter } from "#lib/reconcile/admin/list-unconfirmed";
import { csvResponse } from "#lib/web/csv-response";
import { route } from "#lib/web/route";

/** What waits for a decision as CSV, with the filters of the list. */
export const GET = route(
  async (ctx, request: Request) => {
    const filter = UnconfirmedFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
    return csvResponse("unconfirmed", exportUnconfirmed(ctx, filter));
  },
  { who: "admin" },
);
