import { notFound } from "#lib/core/error";
import { daysOf, PeriodInput, yearFile } from "#lib/purchase/period";
import { walletStatement } from "#lib/purchase/statement";
import { csvResponse } from "#lib/web/export-route";
import { route } from "#lib/web/route";

/** A month of my wallet with every entry as CSV, or a year month by month. */
export const GET = route(
  async (ctx, _request: Request, { params }: { params: Promise<{ period: string }> }) => {
    const { data } = PeriodInput.safeParse(await params);
    if (!data) throw notFound("statement");
    const { period } = data;
    if (period.length === 4) return csvResponse(`summary-${period}`, await yearFile(ctx, data));
    return csvResponse(`statement-${period}`, walletStatement().csv(ctx, daysOf(period)));
  },
  { who: "reseller" },
);
