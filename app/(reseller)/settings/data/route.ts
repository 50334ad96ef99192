import { dayOf } from "#lib/core/time";
import { exportOwn } from "#lib/person/export";
import { jsonResponse } from "#lib/web/export-route";
import { route } from "#lib/web/route";

/** Everything that the portal has of me, as JSON. */
export const GET = route(async (ctx) => jsonResponse(`my-data-${dayOf(new Date())}`, await exportOwn(ctx)), {
  who: "reseller",
});
