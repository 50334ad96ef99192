import { exportSignUps, SignUpFilter } from "#lib/account/sign-up/list";
import { csvResponse } from "#lib/web/csv-response";
import { route } from "#lib/web/route";

/** Who asked for an account as CSV, with the filters of the list. */
export const GET = route(
  async (ctx, request: Request) => {
    const filter = SignUpFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
    return csvResponse("sign-ups", exportSignUps(ctx, filter));
  },
  { who: "admin" },
);
