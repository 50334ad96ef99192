import { TABLES } from "#lib/modules";
import { exportPersonalData } from "#lib/privacy/export-personal-data";
import { jsonResponse } from "#lib/request/export-route";
import { defineRoute } from "#lib/request/route";

export const GET = defineRoute(
  async (ctx, request) => {
    const subject = new URL(request.url).searchParams.get("who") ?? "";
    return jsonResponse("personal-data", await exportPersonalData(ctx, { who: subject }, TABLES));
  },
  { audience: "admin" },
);
