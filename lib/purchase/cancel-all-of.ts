import { sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { type CancelWords, cancelQueued } from "./cancel-queued.ts";

/**
 * Cancels every purchase of a reseller that still waits, with the money back; what was sent finishes. Part of its
 * caller's transaction, which has stopped new ones before. Admins only. @returns how many.
 */
export async function cancelAllOf(ctx: Ctx, input: CancelWords & { resellerId: number }): Promise<number> {
  requireAdmin(ctx);
  return cancelQueued(ctx, sql`p.reseller_id = ${input.resellerId}`, input);
}
