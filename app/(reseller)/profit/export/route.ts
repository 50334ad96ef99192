import { dayOf } from "#lib/core/time/time";
import { csvResponse } from "#lib/request/export-route";
import { defineRoute } from "#lib/request/route";
import { streamProfitCsv } from "#lib/sales/profit";

/** Exports the reseller's profit by day and plan as CSV, for the days in the query. */
export const GET = defineRoute(
  async (ctx, request) => {
    const input = Object.fromEntries(new URL(request.url).searchParams);
    return csvResponse(`profit-${dayOf(new Date())}`, await streamProfitCsv(ctx, input));
  },
  { audience: "seller" },
);
