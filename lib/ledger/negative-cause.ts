import { z } from "zod";
import { type Ctx, requireReseller } from "#lib/core/context";
import { readRows } from "#lib/core/read-rows";
import { MONEY_CAUSES } from "./money-causes.ts";

/** Returns a sentence on what took the acting reseller's wallet below zero last, also where that is unknown. */
export async function getNegativeCause(ctx: Ctx): Promise<string> {
  const { id } = requireReseller(ctx);
  const [entry] = await readRows(ctx.db, z.object({ kind: z.string() }))`
    select j.kind
    from journals j
    join entries e on e.journal_id = j.id and e.account = 'wallet'
    where j.reseller_id = ${id} and e.balance < 0 and e.balance - e.amount >= 0
    order by j.id desc
    limit 1`;
  return (entry && MONEY_CAUSES[entry.kind]) ?? "Your wallet was debited.";
}
