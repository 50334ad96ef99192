import { exportFunding } from "#lib/funding/export-funding";
import { FundingFilter } from "#lib/funding/list-pending";
import { csvResponse } from "#lib/web/csv-response";
import { route } from "#lib/web/route";

/** The payments that resellers said they made as CSV, with the filters of the list. */
export const GET = route(
  async (ctx, request: Request) => {
    const filter = FundingFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
    return csvResponse("payments", exportFunding(ctx, filter));
  },
  { who: "admin" },
);
