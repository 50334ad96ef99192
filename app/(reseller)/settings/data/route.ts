import { dayOf } from "#lib/core/time/time";
import { TABLES } from "#lib/modules";
import { exportOwnData } from "#lib/privacy/export-personal-data";
import { jsonResponse } from "#lib/request/export-route";
import { defineRoute } from "#lib/request/route";

export const GET = defineRoute(
  async (ctx) => jsonResponse(`my-data-${dayOf(new Date())}`, await exportOwnData(ctx, TABLES)),
  { audience: "reseller" },
);
