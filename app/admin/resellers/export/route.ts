import { ListResellersInput } from "#lib/account/reseller/list";
import { exportResellers } from "#lib/reseller/export";
import { csvResponse } from "#lib/web/csv-response";
import { route } from "#lib/web/route";

/** All resellers as CSV, with the filters of the list. */
export const GET = route(
  async (ctx, request: Request) => {
    const filter = ListResellersInput.parse(Object.fromEntries(new URL(request.url).searchParams));
    return csvResponse("resellers", exportResellers(ctx, filter));
  },
  { who: "admin" },
);
