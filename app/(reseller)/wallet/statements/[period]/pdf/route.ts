import { periodPaper } from "#lib/purchase/period-paper";
import { fileResponse } from "#lib/web/file-response";
import { route } from "#lib/web/route";

/** A month or a year of my wallet as PDF. */
export const GET = route(
  async (ctx, _request: Request, { params }: { params: Promise<{ period: string }> }) => {
    const { period } = await params;
    return fileResponse(await periodPaper(ctx, { period }), "application/pdf", `statement-${period}.pdf`);
  },
  { who: "reseller" },
);
