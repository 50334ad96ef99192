import { exportJobs } from "#lib/report/export-jobs";
import { JobFilter } from "#lib/report/jobs";
import { csvResponse } from "#lib/web/csv-response";
import { route } from "#lib/web/route";

/** The background jobs that gave up as CSV, with the filters of the list. */
export const GET = route(
  async (ctx, request: Request) => {
    const filter = JobFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
    return csvResponse("failed-jobs", exportJobs(ctx, filter));
  },
  { who: "admin" },
);
