import { dayOf } from "#lib/core/time";
import { profitFile } from "#lib/purchase/report/profit";
import { csvResponse } from "#lib/web/export-route";
import { route } from "#lib/web/route";

/** My profit as CSV, by day and plan, of the days in the address. */
export const GET = route(
  async (ctx, request) => {
    const input = Object.fromEntries(new URL(request.url).searchParams);
    return csvResponse(`profit-${dayOf(new Date())}`, await profitFile(ctx, input));
  },
  { who: "reseller" },
);
