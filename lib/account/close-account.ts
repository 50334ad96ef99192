import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { closeSessions } from "./session.ts";

export const CloseAccountInput = z.object({
  accountId: z.coerce.number().int().positive(),
  reason: Reason,
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
    const [reseller] = await tx.db.execute<{ state: string }>(sql`
      with old as (select id, state from resellers where id = ${accountId} for update)
      update resellers r set state = 'closed', version = version + 1 from old where r.id = old.id returning old.state`);
    const ended = await closeSessions(tx, accountId);
    await record(tx, {
      action: "account.closed",
      subject: "account",
      subjectId: accountId,
      resellerId: closed.role === "reseller" ? accountId : undefined,
      reason,
      before: { state: reseller?.state ?? "active" },
      after: { state: "closed", sessionsEnded: ended.length },
    });
  });
}
