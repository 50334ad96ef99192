import { DiscrepancyFilter, exportDiscrepancies } from "#lib/reconcile/admin/list-discrepancies";
import { csvResponse } from "#lib/web/csv-response";
import { route } from "#lib/web/route";

/** What does not fit as CSV, with the filters of the list. */
export const GET = route(
  async (ctx, request: Request) => {
    const filter = DiscrepancyFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
    return csvResponse("discrepancies", exportDiscrepancies(ctx, filter));
  },
  { who: "admin" },
);
