import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts, resellers } from "#db/schema/account";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { closeSessions } from "./session.ts";

export const CloseAccountInput = z.object({
  accountId: z.coerce.number().int().positive(),
  reason: z.string("Say why.").trim().min(1, "Say why.").max(500, "Use at most 500 characters."),
});
export type CloseAccountInput = z.infer<typeof CloseAccountInput>;

/**
 * Closes an account for good: its sessions end with it, and its next call is refused.
 * @throws not_found when there is none or it is closed; conflict for one's own.
 */
export async function closeAccount(ctx: Ctx, input: CloseAccountInput): Promise<void> {
  const actor = requireAdmin(ctx);
  const { accountId, reason } = CloseAccountInput.parse(input);
  if (actor.kind === "admin" && actor.id === accountId) {
    throw new PortalError("conflict", "Nobody can close their own account. Ask another admin.");
  }
  await inTransaction(ctx, async (tx) => {
    const [closed] = await tx.db
      .update(accounts)
      .set({ closedAt: sql`now()` })
      .where(and(eq(accounts.id, accountId), isNull(accounts.closedAt)))
      .returning({ role: accounts.role });
    if (!closed) throw notFound("account");
    await tx.db
      .update(resellers)
      .set({ state: "closed", version: sql`${resellers.version} + 1` })
      .where(eq(resellers.id, accountId));
    const ended = await closeSessions(tx, accountId);
    await record(tx, {
      action: "account.closed",
      subject: "account",
      subjectId: accountId,
      resellerId: closed.role === "reseller" ? accountId : undefined,
      reason,
      after: { sessionsEnded: ended.length },
    });
  });
}
