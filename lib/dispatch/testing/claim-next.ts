import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { type Claim, claimPurchase } from "#lib/dispatch/claim-purchase";
import { sendClaimedPurchase } from "#lib/dispatch/send-claimed-purchase";
import { findSupplier } from "#lib/supplier/supplier";

/** Claims the next purchase for a supplier in a slot that is due now, as a process of its own. */
export async function claimNext(ctx: Ctx, supplierId: number): Promise<Claim | undefined> {
  await ctx.db.execute(sql`update supplier_sending set next_slot_at = now()`);
  const supplier = await findSupplier(ctx, supplierId);
  if (!supplier) throw new Error(`There is no supplier ${supplierId}.`);
  return claimPurchase(ctx, randomUUID(), supplier);
}

/** Sends the next purchase to a supplier, and records its response. */
export async function sendNext(ctx: Ctx, supplierId: number): Promise<void> {
  const claimed = await claimNext(ctx, supplierId);
  if (!claimed) throw new Error(`Supplier ${supplierId} took no purchase.`);
  await sendClaimedPurchase(ctx, claimed, () => 5_000);
}
