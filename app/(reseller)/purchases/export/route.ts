import { exportCsv } from "#lib/purchase/read/export";
import { readFilter } from "#lib/purchase/read/list";
import { csvResponse } from "#lib/web/csv-response";
import { route } from "#lib/web/route";

/** My purchases as CSV, with the filters of the list. */
export const GET = route(
  async (ctx, request: Request) => {
    const filter = readFilter(Object.fromEntries(new URL(request.url).searchParams));
    return csvResponse("purchases", exportCsv(ctx, filter));
  },
  { who: "reseller" },
);
