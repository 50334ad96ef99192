import { modules } from "#lib/modules";
import { getAlarms, getAlarmTag } from "#lib/monitoring/alarms";
import { defineRoute } from "#lib/request/route";

/** Serves the tag of the current alarms, by which an open page notices that they changed. */
export const GET = defineRoute(async (ctx) => new Response(getAlarmTag(await getAlarms(ctx, modules))), {
  audience: "admin",
});
