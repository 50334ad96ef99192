import { sql } from "drizzle-orm";
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
    ctx.db.execute<{ wait: number; sending: boolean }>(
      sql`select ${estimateWait(id, "web")} as wait, ${isAnySending()} as sending`,
    ),
  ]);
  return {
    wallet: balance?.wallet ?? null,
    accepting,
    waitS: Number(line?.wait ?? 0),
    /** Whether purchases are sent now; else they wait in the queue. */
    sending: line?.sending ?? true,
  };
}
