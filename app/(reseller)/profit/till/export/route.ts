import { dayOf } from "#lib/core/time/time";
import { streamTillCsv } from "#lib/helper/till-report";
import { csvResponse } from "#lib/request/export-route";
import { defineRoute } from "#lib/request/route";

/** Exports the reseller's till report as CSV, for the days in the query. */
export const GET = defineRoute(
  async (ctx, request) => {
    const input = Object.fromEntries(new URL(request.url).searchParams);
    return csvResponse(`till-${dayOf(new Date())}`, await streamTillCsv(ctx, input));
  },
  { audience: "reseller" },
);
