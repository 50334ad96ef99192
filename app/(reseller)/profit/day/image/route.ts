import { parseDay } from "#app/(reseller)/profit/profit-period.ts";
import { getDayImage } from "#lib/home/day-image";
import { defineRoute, fileResponse } from "#lib/request/route";

export const GET = defineRoute(
  async (ctx, request) => {
    const day = parseDay(new URL(request.url).searchParams.get("day"));
    return fileResponse(await getDayImage(ctx, { day }), "image/png", `day-${day}.png`);
  },
  { audience: "reseller" },
);
