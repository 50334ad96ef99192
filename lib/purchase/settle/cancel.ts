import { and, eq, type SQL, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { purchases } from "#db/schema/purchase";
import { type Ctx, requireAdmin, requireBuyer, requireReseller } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { lockWallets, settle } from "./settle.ts";

/** Cancels a purchase of the acting reseller that still waits: the money is back at once. @throws conflict when it was sent. */
export async function cancel(ctx: Ctx, input: { ident: string }): Promise<void> {
  const buyer = requireBuyer(ctx);
  const [purchase] = await ctx.db
    .select({ id: purchases.id })
    .from(purchases)
    .where(and(eq(purchases.ident, input.ident), eq(purchases.resellerId, buyer.id)));
  if (!purchase) throw notFound("purchase");
  const outcome = "Cancelled before it was sent.";
  const was = await settle(ctx, {
    purchaseId: purchase.id,
    from: ["queued"],
    to: "failed",
    by: "cancelled",
    outcome,
  });
  if (!was) throw new PortalError("conflict", "It is too late to cancel: the purchase was already sent.");
}

/**
 * Cancels every purchase of a reseller that still waits, with the money back; what was sent finishes. Part of its
 * caller's transaction, which has stopped new ones before. Admins only. @returns how many.
 */
export async function cancelAllOf(ctx: Ctx, input: CancelWords & { resellerId: number }): Promise<number> {
  requireAdmin(ctx, "resellers");
  return cancelQueued(ctx, sql`p.reseller_id = ${input.resellerId}`, input);
}

type CancelAllByTokenInput = CancelWords & { resellerId: number; tokenId: number };

/**
 * Cancels what one token bought and still waits, with the money back; what was sent finishes. Part of its caller's
 * transaction, which has ended the token before. Its owner and admins only. @returns how many.
 */
export async function cancelAllByToken(ctx: Ctx, input: CancelAllByTokenInput): Promise<number> {
  const { resellerId, tokenId } = input;
  if (ctx.actor.kind !== "reseller") requireAdmin(ctx, "resellers");
  else if (ctx.actor.id !== resellerId) throw notFound("token");
  return cancelQueued(ctx, sql`p.reseller_id = ${resellerId} and p.token_id = ${tokenId}`, input);
}

/** So many are cancelled in one transaction, which holds their buyer's wallet. */
const AT_ONCE = 200;

/**
 * Cancels what a list of the acting reseller bought and still waits, a slice of it, with the money back; what was sent
 * finishes. @returns how many: none when nothing is left.
 */
export async function cancelSomeOfRun(ctx: Ctx, runId: number): Promise<number> {
  const { id } = requireReseller(ctx);
  const slice = sql`p.id = any(array(select q.id from purchases q
    where q.run_id = ${runId} and q.reseller_id = ${id} and q.state = 'queued' order by q.id limit ${AT_ONCE}))`;
  return inTransaction(ctx, (tx) => cancelQueued(tx, slice, { outcome: "Cancelled before it was sent." }));
}

/** Why purchases are cancelled: words for the buyer, and for the audit record. */
export interface CancelWords {
  outcome: string;
  reason?: string | undefined;
}

/**
 * Cancels the purchases `p` that `which` selects and that still wait, with the money back; what was sent finishes. Part
 * of its caller's transaction, which has checked the rights and stopped new ones before. @returns how many.
 */
export async function cancelQueued(ctx: Ctx, which: SQL, { outcome, reason }: CancelWords): Promise<number> {
  const queued = sql`${which} and p.state = 'queued'`;
  await ctx.db.execute(lockWallets(queued));
  const waiting = await ctx.db.execute<{ id: string }>(sql`
    select p.id from purchases p where ${queued} order by p.id for update`);
  for (const { id } of waiting) {
    await settle(ctx, {
      purchaseId: Number(id),
      from: ["queued"],
      to: "failed",
      by: "cancelled",
      outcome,
      ...(reason && { reason }),
    });
  }
  return waiting.length;
}
