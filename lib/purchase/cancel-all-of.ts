import { sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { settle } from "./settle.ts";
import { walletOf } from "./wallet-first.ts";

export interface CancelAllOfInput {
  resellerId: number;
  /** Words for the buyer about why. */
  outcome: string;
  /** For the audit record. */
  reason: string;
}

/**
 * Cancels every purchase of a reseller that still waits, with the money back; what was sent finishes. Part of its
 * caller's transaction, which has stopped new ones before. Admins only. @returns how many.
 */
export async function cancelAllOf(ctx: Ctx, input: CancelAllOfInput): Promise<number> {
  requireAdmin(ctx);
  const { resellerId, outcome, reason } = input;
  await ctx.db.execute(walletOf(sql`p.reseller_id = ${resellerId} and p.state = 'queued'`));
  const waiting = await ctx.db.execute<{ id: string }>(sql`
    select id from purchases where reseller_id = ${resellerId} and state = 'queued' order by id for update`);
  for (const { id } of waiting) {
    await settle(ctx, {
      purchaseId: Number(id),
      from: ["queued"],
      to: "failed",
      by: "cancelled",
      outcome,
      reason,
    });
  }
  return waiting.length;
}
