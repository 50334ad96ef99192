import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { backupCodes, rememberedDevices, secondFactors } from "#db/schema/access";
import type { Ctx } from "#lib/core/context";

/**
 * Takes an account's second factor away, with its backup codes and the devices that need no code. Part of its caller's
 * transaction. @returns whether there was one
 */
export async function dropTwoFactor(ctx: Ctx, accountId: number): Promise<boolean> {
  const dropped = await ctx.db
    .delete(secondFactors)
    .where(and(eq(secondFactors.accountId, accountId), isNotNull(secondFactors.secret)))
    .returning({ id: secondFactors.accountId });
  await ctx.db.delete(backupCodes).where(eq(backupCodes.accountId, accountId));
  await ctx.db
    .update(rememberedDevices)
    .set({ endedAt: sql`now()` })
    .where(and(eq(rememberedDevices.accountId, accountId), isNull(rememberedDevices.endedAt)));
  return dropped.length > 0;
}
