import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { endLinks } from "./password/link.ts";
import { closeSessions } from "./session/session.ts";

export const CloseAccountInput = z.object({
  accountId: z.coerce.number().int().positive(),
  reason: Reason,
});
export type CloseAccountInput = z.infer<typeof CloseAccountInput>;

/**
 * Closes an account for good: its sessions and links end with it, and its next call is refused.
 * @throws not_found when there is none or it is closed; conflict for one's own, and for the last admin's.
 */
export async function closeAccount(ctx: Ctx, input: CloseAccountInput): Promise<void> {
  const actor = requireAdmin(ctx);
  const { accountId, reason } = CloseAccountInput.parse(input);
  if (actor.kind === "admin" && actor.id === accountId) {
    throw new PortalError("conflict", "Nobody can close their own account. Ask another admin.");
  }
  await inTransaction(ctx, async (tx) => {
    await keepAnAdmin(tx, accountId);
    const [closed] = await tx.db
      .update(accounts)
      .set({ closedAt: sql`now()` })
      .where(and(eq(accounts.id, accountId), isNull(accounts.closedAt)))
      .returning({ role: accounts.role });
    if (!closed) throw notFound("account");
    const [reseller] = await tx.db.execute<{ state: string }>(sql`
      with old as (select id, state from resellers where id = ${accountId} for update)
      update resellers r set state = 'closed', version = version + 1 from old where r.id = old.id returning old.state`);
    await endLinks(tx, accountId);
    const ended = await closeSessions(tx, accountId);
    await record(tx, {
      action: closed.role === "admin" ? "admin.closed" : "account.closed",
      subject: "account",
      subjectId: accountId,
      resellerId: closed.role === "reseller" ? accountId : undefined,
      reason,
      before: { state: reseller?.state ?? "active" },
      after: { state: "closed", sessionsEnded: ended.length },
    });
  });
}

/**
 * Locks all admins when one is to be closed, so that two who close each other at the same moment do not leave none. One
 * who has yet to choose a password may never come, and does not count.
 */
async function keepAnAdmin(ctx: Ctx, closing: number): Promise<void> {
  const admins = await ctx.db
    .select({ id: accounts.id, pending: accounts.passwordGenerated })
    .from(accounts)
    .where(
      and(
        eq(accounts.role, "admin"),
        isNull(accounts.closedAt),
        sql`exists (select from accounts one where one.id = ${closing} and one.role = 'admin')`,
      ),
    )
    .orderBy(accounts.id)
    .for("update");
  const isAdmin = admins.some(({ id }) => id === closing);
  if (!isAdmin || admins.some(({ id, pending }) => id !== closing && !pending)) return;
  throw new PortalError("conflict", "Nobody else could sign in to run the portal. Add another admin first.");
}
