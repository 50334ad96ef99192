import { exportPerson } from "#lib/person/export";
import { jsonResponse } from "#lib/web/export-route";
import { route } from "#lib/web/route";

/** What the portal has of one person, as JSON. */
export const GET = route(
  async (ctx, request) => {
    const who = new URL(request.url).searchParams.get("who") ?? "";
    return jsonResponse("personal-data", await exportPerson(ctx, { who }));
  },
  { who: "admin" },
);
