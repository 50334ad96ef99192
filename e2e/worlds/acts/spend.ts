import { z } from "zod";
import { int, minor, readRows } from "#lib/core/read-rows";
import { postDebit } from "#lib/ledger/adjust-wallet";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { asReseller } from "#lib/testing/scene";
import { createWorldCtx } from "./create-world-ctx.ts";
import type { Wish } from "./resellers.ts";

/** Leaves a reseller the money for one more purchase as the last. @returns its plan; undefined without one */
export async function leaveMoneyForOne({
  reseller,
}: {
  reseller: number;
}): Promise<Omit<Wish, "phone"> | undefined> {
  const ctx = createWorldCtx();
  const [last] = await readRows(ctx.db, z.object({ planId: int, networkId: int, spare: minor }))`
    select p.plan_id, p.network_id, w.wallet - p.price as spare
    from purchases p join wallets w on w.reseller_id = p.reseller_id
    where p.reseller_id = ${reseller} order by p.id desc limit 1`;
  if (!last || last.spare <= 0n) return undefined;
  await postDebit(ctx, { resellerId: reseller, amount: last.spare, reason: "spent elsewhere" });
  return last;
}

/** Buys as a reseller does in the browser. */
export async function buyAsReseller({
  reseller,
  ref,
  wish,
}: {
  reseller: number;
  ref: string;
  wish: Wish;
}): Promise<void> {
  const buyer = await asReseller(createWorldCtx(), reseller);
  await placePurchase(buyer, { ...wish, ref, channel: "web", again: true });
}
