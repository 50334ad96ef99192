import { sql } from "drizzle-orm";
import { type Ctx, requireReseller } from "#lib/core/context";
import { type FundingRow, type FundingView, fromFundingRow, fundingColumns } from "./funding-view.ts";

/** The acting reseller's last twenty funding requests, newest first. */
export async function ownFunding(ctx: Ctx): Promise<FundingView[]> {
  const { id } = requireReseller(ctx);
  const rows = await ctx.db.execute<FundingRow>(sql`
    select ${fundingColumns} from funding_requests p where p.reseller_id = ${id} order by p.id desc limit 20`);
  return rows.map(fromFundingRow);
}
