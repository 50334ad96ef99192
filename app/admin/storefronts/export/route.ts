import { exportShops } from "#lib/shop/export-shops";
import { ListShopsInput } from "#lib/shop/list-shops";
import { csvResponse } from "#lib/web/csv-response";
import { route } from "#lib/web/route";

/** All shops as CSV, with the filters of the list. */
export const GET = route(
  async (ctx, request: Request) => {
    const filter = ListShopsInput.parse(Object.fromEntries(new URL(request.url).searchParams));
    return csvResponse("storefronts", exportShops(ctx, filter));
  },
  { who: "admin" },
);
