import { and, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { purchases } from "#db/schema/purchase";
import { type Ctx, requireAdmin, requireBuyer, requireReseller } from "#lib/core/context";
import { conflictError, notFoundError } from "#lib/core/error";
import { int, readRows } from "#lib/core/read-rows";
import { lockWallets, settlePurchase } from "./settle-purchase.ts";

/**
 * Cancels and refunds a queued purchase of the acting reseller or helper.
 * @throws conflict when it was sent.
 */
export async function cancelPurchase(ctx: Ctx, input: { ident: string }): Promise<void> {
  const buyer = requireBuyer(ctx, "cancel");
  const [purchase] = await ctx.db
    .select({ id: purchases.id })
    .from(purchases)
    .where(
      and(
        eq(purchases.ident, input.ident),
        eq(purchases.resellerId, buyer.id),
        buyer.kind === "helper" ? eq(purchases.helperId, buyer.helperId) : undefined,
      ),
    );
  if (!purchase) throw notFoundError("purchase");
  const outcome = "Cancelled before it was sent.";
  const previousState = await settlePurchase(ctx, {
    purchaseId: purchase.id,
    from: ["queued"],
    to: "failed",
    by: "cancelled",
    outcome,
  });
  if (!previousState) throw conflictError("This purchase was already sent, so it can’t be cancelled.");
}

/**
 * Cancels and refunds every queued purchase of a reseller; those being sent finish. Part of the caller's
 * transaction, which stopped new ones before. Admins only.
 * @returns the number cancelled.
 */
export async function cancelResellerPurchases(
  ctx: Ctx,
  input: CancellationText & { resellerId: number },
): Promise<number> {
  requireAdmin(ctx, "resellers");
  return cancelQueuedPurchases(ctx, sql`p.reseller_id = ${input.resellerId}`, input);
}

type CancelTokenPurchasesInput = CancellationText & { resellerId: number; tokenId: number };

/**
 * Cancels and refunds the queued purchases of one token; those being sent finish. Part of the caller's
 * transaction, which ended the token before. For its owner and admins.
 * @returns the number cancelled.
 */
export async function cancelTokenPurchases(ctx: Ctx, input: CancelTokenPurchasesInput): Promise<number> {
  const { resellerId, tokenId } = input;
  if (ctx.actor.kind !== "reseller") requireAdmin(ctx, "resellers");
  else if (ctx.actor.id !== resellerId) throw notFoundError("token");
  return cancelQueuedPurchases(ctx, sql`p.reseller_id = ${resellerId} and p.token_id = ${tokenId}`, input);
}

/** Cancelled in one transaction, which holds the buyer's wallet. */
const BATCH_SIZE = 200;

/**
 * Cancels and refunds up to `BATCH_SIZE` queued purchases of the acting reseller's batch;
 * those being sent finish.
 * @returns the number cancelled; 0 when none is left.
 */
export async function cancelBatchPurchases(ctx: Ctx, batchId: number): Promise<number> {
  const { id } = requireReseller(ctx);
  const slice = sql`p.id = any(array(
    select q.id
    from purchases q
    where q.batch_id = ${batchId} and q.reseller_id = ${id} and q.state = 'queued'
    order by q.id
    limit ${BATCH_SIZE}))`;
  return inTransaction(ctx, (tx) =>
    cancelQueuedPurchases(tx, slice, { outcome: "Cancelled before it was sent." }),
  );
}

export interface CancellationText {
  outcome: string;
  reason?: string | undefined;
}

/**
 * Cancels and refunds the queued purchases `p` that `which` selects. Part of the caller's transaction, which
 * checked permissions and stopped new ones before.
 * @returns the number cancelled.
 */
export async function cancelQueuedPurchases(
  ctx: Ctx,
  which: SQL,
  { outcome, reason }: CancellationText,
): Promise<number> {
  const queued = sql`${which} and p.state = 'queued'`;
  await ctx.db.execute(lockWallets(queued));
  const waiting = await readRows(ctx.db, z.object({ id: int }))`
    select p.id from purchases p where ${queued} order by p.id for update`;
  for (const { id } of waiting) {
    await settlePurchase(ctx, {
      purchaseId: id,
      from: ["queued"],
      to: "failed",
      by: "cancelled",
      outcome,
      ...(reason && { reason }),
    });
  }
  return waiting.length;
}
