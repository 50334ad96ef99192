import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { settle } from "./settle.ts";
import { walletOf } from "./wallet-first.ts";

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
  await ctx.db.execute(walletOf(queued));
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
