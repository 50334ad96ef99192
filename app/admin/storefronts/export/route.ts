import { exportStores } from "#lib/shop/export-stores";
import { ListStoresInput } from "#lib/shop/list-stores";
import { csvResponse } from "#lib/web/csv-response";
import { route } from "#lib/web/route";

/** All shops as CSV, with the filters of the list. */
export const GET = route(
  async (ctx, request: Request) => {
    const filter = ListStoresInput.parse(Object.fromEntries(new URL(request.url).searchParams));
    return csvResponse("storefronts", exportStores(ctx, filter));
  },
  { who: "admin" },
);
