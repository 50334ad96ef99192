import { sql } from "drizzle-orm";
import { prepareQuery } from "#db/prepare-query";
import { type Ctx, isCostHidden, requireReseller } from "#lib/core/context";
import { isAnySending } from "#lib/purchase/send/choose-supplier";
import { estimateWait } from "#lib/purchase/send/queue";
import { acceptsPurchases } from "./hold-purchase.ts";

/**
 * Returns the acting reseller's balance in minor units, null where it is hidden, and what happens to a
 * purchase now.
 */
export async function getPurchaseForm(ctx: Ctx) {
  const { id } = requireReseller(ctx, "sell");
  const [row] = await selectForm(ctx.db, { id });
  if (!row) throw new Error("a statement without a table has one row");
  return {
    wallet: row.wallet === null || isCostHidden(ctx) ? null : BigInt(row.wallet),
    accepting: row.accepting,
    waitS: Number(row.wait),
    /** Whether purchases are sent now; else they wait in the queue. */
    sending: row.sending,
  };
}

interface FormRow {
  wallet: string | null;
  accepting: boolean;
  wait: number;
  sending: boolean;
}

/** Prepared: planning it takes ten times as long as running it. */
const selectForm = prepareQuery<{ id: number }, FormRow>(
  ({ id }) => sql`
    select
      (select wallet from wallets where reseller_id = ${id}) as wallet,
      ${acceptsPurchases("buyer")} as accepting, ${estimateWait(id, "web")} as wait, ${isAnySending()} as sending`,
);
