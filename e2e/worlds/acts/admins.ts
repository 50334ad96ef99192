import { z } from "zod";
import { readRows } from "#lib/core/read-rows";
import { startDispatching, stopDispatching } from "#lib/dispatch/dispatch-control";
import { postCredit } from "#lib/ledger/adjust-wallet";
import { reverseDeliveredPurchase } from "#lib/purchase/settle/reverse-delivered-purchase";
import { type ResolveUnconfirmedInput, resolveUnconfirmed } from "#lib/reconcile/admin/resolve-unconfirmed";
import { asAdmin, REASON } from "./as-admin.ts";
import { createWorldCtx } from "./create-world-ctx.ts";
import { submitTwice } from "./submit-twice.ts";

export async function stopSending({ admin }: { admin: number }): Promise<void> {
  await stopDispatching(await asAdmin(admin), { reason: REASON });
}

export async function startSending({ admin }: { admin: number }): Promise<void> {
  await startDispatching(await asAdmin(admin), { reason: REASON });
}

/** Reverses the purchases that were delivered last, each twice at once. */
export async function reverseSome({ admin, count }: { admin: number; count: number }): Promise<void> {
  const me = await asAdmin(admin);
  const rows = await readRows(me.db, z.object({ ident: z.string() }))`
    select ident from purchases where state = 'successful' order by settled_at desc, id limit ${count}`;
  for (const { ident } of rows)
    await submitTwice(() => reverseDeliveredPurchase(me, { ident, reason: REASON }));
}

/** The final outcomes of purchases; undefined while it is pending, or a supplier may still hear of it. */
export type Outcomes = Record<string, Pick<ResolveUnconfirmedInput, "outcome" | "supplier"> | undefined>;

interface Resolution {
  admin: number;
  outcomes: Outcomes;
  /** Whether those that no supplier has heard of failed. */
  all: boolean;
}

/** Decides unconfirmed purchases as their suppliers say, each twice at once. */
export async function resolve({ admin, outcomes, all }: Resolution): Promise<void> {
  const me = await asAdmin(admin);
  const rows = await readRows(me.db, z.object({ ident: z.string() }))`
    select ident from purchases where state = 'unconfirmed' order by id`;
  for (const { ident } of rows) {
    const decision =
      all && !(ident in outcomes) ? ({ outcome: "failed", supplier: "none" } as const) : outcomes[ident];
    if (decision)
      await submitTwice(() => resolveUnconfirmed(me, { ident: [ident], ...decision, reason: REASON }));
  }
}

export async function topUp({ resellers, amount }: { resellers: number[]; amount: bigint }): Promise<void> {
  for (const resellerId of resellers)
    await postCredit(createWorldCtx(), { resellerId, amount, reason: "top-up" });
}
