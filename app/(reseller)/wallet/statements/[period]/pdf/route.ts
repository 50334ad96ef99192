import { defineRoute, fileResponse } from "#lib/request/route";
import { renderPeriodPdf } from "#lib/sales/period-pdf";

export const GET = defineRoute(
  async (ctx, _request: Request, { params }: { params: Promise<{ period: string }> }) => {
    const { period } = await params;
    return fileResponse(await renderPeriodPdf(ctx, { period }), "application/pdf", `statement-${period}.pdf`);
  },
  { audience: "reseller" },
);
