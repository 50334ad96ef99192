import { AdminPlansInput } from "#lib/catalogue/admin-plans";
import { exportPlans } from "#lib/catalogue/export-plans";
import { csvResponse } from "#lib/web/csv-response";
import { route } from "#lib/web/route";

/** The plans with cost, prices and margins as CSV, with the filters of the list. */
export const GET = route(
  async (ctx, request: Request) => {
    const input = AdminPlansInput.parse(Object.fromEntries(new URL(request.url).searchParams));
    return csvResponse("plans", exportPlans(ctx, input));
  },
  { who: "admin" },
);
