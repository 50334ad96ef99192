import { modules } from "#lib/modules";
import { getAlarms, getAlarmTag } from "#lib/report/alarms";
import { defineRoute } from "#lib/web/route";

/** Serves the tag of the current alarms, by which an open page notices that they changed. */
export const GET = defineRoute(async (ctx) => new Response(getAlarmTag(await getAlarms(ctx, modules))), {
  audience: "admin",
});
