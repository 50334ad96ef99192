import { StatementInput } from "#lib/ledger/statement";
import { statementCsv } from "#lib/purchase/statement";
import { csvResponse } from "#lib/web/csv-response";
import { route } from "#lib/web/route";

/** My statement as CSV, with the filters of the page. */
export const GET = route(
  async (ctx, request: Request) => {
    const query = Object.fromEntries(new URL(request.url).searchParams);
    return csvResponse("wallet", statementCsv(ctx, StatementInput.omit({ resellerId: true }).parse(query)));
  },
  { who: "reseller" },
);
