import { sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { type CancelWords, cancelQueued } from "./cancel-queued.ts";

type CancelAllByTokenInput = CancelWords & { resellerId: number; tokenId: number };

/**
 * Cancels what one token bought and still waits, with the money back; what was sent finishes. Part of its caller's
 * transaction, which has ended the token before. Its owner and admins only. @returns how many.
 */
export async function cancelAllByToken(ctx: Ctx, input: CancelAllByTokenInput): Promise<number> {
  const { resellerId, tokenId } = input;
  if (ctx.actor.kind !== "reseller") requireAdmin(ctx);
  else if (ctx.actor.id !== resellerId) throw notFound("token");
  return cancelQueued(ctx, sql`p.reseller_id = ${resellerId} and p.token_id = ${tokenId}`, input);
}
