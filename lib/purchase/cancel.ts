import { and, eq } from "drizzle-orm";
import { purchases } from "#db/schema/purchase";
import { type Ctx, requireBuyer } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { settle } from "./settle.ts";

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
