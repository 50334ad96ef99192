import { and, eq, isNull, sql } from "drizzle-orm";
import { accountLinks } from "#db/schema/account";
import type { Ctx } from "#lib/core/context";

/** Ends the link by which an account's password could still be chosen, if there is one. Part of its caller's transaction. */
export async function endLinks(ctx: Ctx, accountId: number): Promise<void> {
  const { usedAt, endedAt } = accountLinks;
  await ctx.db
    .update(accountLinks)
    .set({ endedAt: sql`now()` })
    .where(and(eq(accountLinks.accountId, accountId), isNull(usedAt), isNull(endedAt)));
}
