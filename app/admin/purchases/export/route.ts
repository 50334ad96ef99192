import { adminExportCsv } from "#lib/purchase/read/export";
import { readFilter } from "#lib/purchase/read/list";
import { csvResponse } from "#lib/web/csv-response";
import { route } from "#lib/web/route";

/** All resellers' purchases as CSV, with the filters of the list. */
export const GET = route(
  async (ctx, request: Request) => {
    const filter = readFilter(Object.fromEntries(new URL(request.url).searchParams));
    return csvResponse("all-purchases", adminExportCsv(ctx, filter));
  },
  { who: "admin" },
);
