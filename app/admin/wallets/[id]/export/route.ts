import { notFound } from "#lib/core/error";
import { StatementInput } from "#lib/ledger/statement";
import { getWallet } from "#lib/ledger/wallet";
import { statementCsv } from "#lib/purchase/statement";
import { csvResponse } from "#lib/web/csv-response";
import { route } from "#lib/web/route";

/** A reseller's statement as CSV, with the filters of the page. */
export const GET = route(
  async (ctx, request: Request, { params }: { params: Promise<{ id: string }> }) => {
    const { id } = await params;
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound("reseller");
    const resellerId = Number(id);
    await getWallet(ctx, { resellerId });
    const query = Object.fromEntries(new URL(request.url).searchParams);
    return csvResponse(`wallet-${id}`, statementCsv(ctx, StatementInput.parse({ ...query, resellerId })));
  },
  { who: "admin" },
);
