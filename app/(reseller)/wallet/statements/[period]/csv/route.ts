import { notFoundError } from "#lib/core/error";
import { csvResponse } from "#lib/request/export-route";
import { defineRoute } from "#lib/request/route";
import { getPeriodBounds, PeriodInput, streamYearCsv } from "#lib/sales/period-statement";
import { walletStatement } from "#lib/sales/wallet-statement";

/** Exports a month of the wallet entry by entry as CSV, or a year month by month. */
export const GET = defineRoute(
  async (ctx, _request: Request, { params }: { params: Promise<{ period: string }> }) => {
    const { data } = PeriodInput.safeParse(await params);
    if (!data) throw notFoundError("statement");
    const { period } = data;
    if (period.length === 4) return csvResponse(`summary-${period}`, await streamYearCsv(ctx, data));
    return csvResponse(`statement-${period}`, walletStatement().csv(ctx, getPeriodBounds(period)));
  },
  { audience: "reseller" },
);
