import { sql } from "drizzle-orm";
import { prepareQuery } from "#db/prepare-query";
import { type Ctx, isCostHidden, requireReseller } from "#lib/core/context";
import { getBalance } from "#lib/ledger/wallet";
import { isAnySending } from "#lib/purchase/send/choose-supplier";
import { estimateWait } from "#lib/purchase/send/queue";
import { isAcceptingPurchases } from "./hold-purchase.ts";

/**
 * Returns the acting reseller's balance in minor units, null where it is hidden, and what happens to a
 * purchase now.
 */
export async function getPurchaseForm(ctx: Ctx) {
  const { id } = requireReseller(ctx, "sell");
  const [balance, accepting, [line]] = await Promise.all([
    isCostHidden(ctx) ? null : getBalance(ctx),
    isAcceptingPurchases(ctx),
    selectLine(ctx.db, { id }),
  ]);
  return {
    wallet: balance?.wallet ?? null,
    accepting,
    waitS: Number(line?.wait ?? 0),
    /** Whether purchases are sent now; else they wait in the queue. */
    sending: line?.sending ?? true,
  };
}

/** Prepared: planning it takes ten times as long as running it. */
const selectLine = prepareQuery<{ id: number }, { wait: number; sending: boolean }>(
  ({ id }) => sql`select ${estimateWait(id, "web")} as wait, ${isAnySending()} as sending`,
);
