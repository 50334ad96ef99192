import { and, eq, isNull, sql } from "drizzle-orm";
import { tokens } from "#db/schema/token";
import type { Ctx } from "#lib/core/context";
import { mine } from "./own-token.ts";
import { tokenConflict } from "./token-conflict.ts";

/**
 * Ends a token that whoever acts may manage: its very next call is refused. Part of its caller's transaction, which
 * records it. @returns the token as it was. @throws not_found; conflict when it was revoked before.
 */
export async function endToken(ctx: Ctx, id: number): Promise<typeof tokens.$inferSelect> {
  const before = await mine(ctx, id);
  const ended = await ctx.db
    .update(tokens)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(tokens.id, id), isNull(tokens.revokedAt)))
    .returning({ id: tokens.id });
  if (ended.length === 0) throw await tokenConflict(ctx, id, "This token was revoked before.");
  return before;
}
