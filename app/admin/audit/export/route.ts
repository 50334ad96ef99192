import { exportCsv } from "#lib/audit/export";
import { AuditFilter } from "#lib/audit/filter";
import { csvResponse } from "#lib/web/csv-response";
import { route } from "#lib/web/route";

/** The audit records as CSV, with the filters of the list. */
export const GET = route(
  async (ctx, request: Request) => {
    const filter = AuditFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
    return csvResponse("audit", exportCsv(ctx, filter));
  },
  { who: "admin" },
);
