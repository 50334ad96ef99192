import { dayOf } from "#lib/core/time/time";
import { streamProfitCsv } from "#lib/purchase/report/profit";
import { csvResponse } from "#lib/request/export-route";
import { defineRoute } from "#lib/request/route";

/** Exports the reseller's profit by day and plan as CSV, for the days in the query. */
export const GET = defineRoute(
  async (ctx, request) => {
    const input = Object.fromEntries(new URL(request.url).searchParams);
    return csvResponse(`profit-${dayOf(new Date())}`, await streamProfitCsv(ctx, input));
  },
  { audience: "seller" },
);
