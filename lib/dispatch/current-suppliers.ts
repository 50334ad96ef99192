import { z } from "zod";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { readRow } from "#lib/core/read-rows";
import { isAnySending } from "#lib/purchase/queue/choose-supplier";

/** Returns whether purchases are sent to any supplier now. Admins only. */
export async function isSending(ctx: Ctx): Promise<boolean> {
  requireAdmin(ctx);
  const { sending } = await readRow(ctx.db, z.object({ sending: z.boolean() }))`
    select ${isAnySending()} as sending`;
  return sending;
}
