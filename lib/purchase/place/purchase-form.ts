import { sql } from "drizzle-orm";
import { z } from "zod";
import { prepareQuery } from "#db/prepare-query";
import { isPinRequiredIn, requirePinOwner } from "#lib/account/pin/require-pin";
import { type Ctx, isCostHidden, requireReseller } from "#lib/core/context";
import { int, minor, parseRow } from "#lib/core/read-rows";
import { isAnySending } from "#lib/purchase/queue/choose-supplier";
import { estimateWait } from "#lib/purchase/queue/queue";
import { remainingPurchasesOf } from "#lib/purchase/read/remaining-purchases";
import { acceptsPurchases } from "./accepts-purchases.ts";

/**
 * Returns the acting reseller's balance in minor units, null where it is hidden, whether a PIN is required,
 * and what happens to a purchase now.
 */
export async function getPurchaseForm(ctx: Ctx) {
  const { id } = requireReseller(ctx, "sell");
  const { id: pinOwnerId, sessionId } = requirePinOwner(ctx);
  const row = parseRow(FormRow, await selectForm(ctx.db, { id, pinOwnerId, sessionId }));
  return {
    wallet: isCostHidden(ctx) ? null : row.wallet,
    /** The usual purchases that a low balance pays for; null while it isn't low, and for helpers. */
    remaining: ctx.actor.kind === "helper" ? null : row.remaining,
    asksPin: row.asksPin,
    accepting: row.accepting,
    waitS: row.wait,
    /** Whether purchases are sent now; else they wait in the queue. */
    sending: row.sending,
  };
}

const FormRow = z.object({
  wallet: minor.nullable(),
  remaining: int.nullable(),
  asksPin: z.boolean(),
  accepting: z.boolean(),
  wait: z.number(),
  sending: z.boolean(),
});

/** Prepared: planning it takes ten times as long as running it. */
const selectForm = prepareQuery<{ id: number; pinOwnerId: number; sessionId: number }>(
  ({ id, pinOwnerId, sessionId }) => sql`
    select
      (select wallet from wallets where reseller_id = ${id}) as wallet,
      ${remainingPurchasesOf(id)} as remaining,
      ${isPinRequiredIn({ id: pinOwnerId, sessionId })} as asks_pin,
      ${acceptsPurchases("buyer")} as accepting, ${estimateWait(id, "web")} as wait, ${isAnySending()} as sending`,
);
