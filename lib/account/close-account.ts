import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { record } from "#lib/audit/record";
import { endProposals } from "#lib/audit/second-admin";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { brokenConstraint, notFound, PortalError } from "#lib/core/error";
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
 * @throws not_found when there is none or it is closed; conflict for one's own, and for the last owner's.
 */
export async function closeAccount(ctx: Ctx, input: CloseAccountInput): Promise<void> {
  const actor = requireAdmin(ctx);
  const { accountId, reason } = CloseAccountInput.parse(input);
  if (actor.kind === "admin" && actor.id === accountId) {
    throw new PortalError("conflict", "Nobody can close their own account. Ask another admin.");
  }
  await inTransaction(ctx, async (tx) => {
    const [closed] = await ownerStays(
      tx.db
        .update(accounts)
        .set({ closedAt: sql`now()` })
        .where(and(eq(accounts.id, accountId), isNull(accounts.closedAt)))
        .returning({ role: accounts.role }),
    );
    if (!closed) throw notFound("account");
    requireAdmin(tx, closed.role === "admin" ? "staff" : "resellers");
    const [reseller] = await tx.db.execute<{ state: string }>(sql`
      with old as (select id, state from resellers where id = ${accountId} for update)
      update resellers r set state = 'closed', version = version + 1 from old where r.id = old.id returning old.state`);
    await endProposals(tx, "settings", `staff ${accountId}`);
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

/** The database's refusal to lose the last owner who could sign in, as people read it. */
export async function ownerStays<T>(change: PromiseLike<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (brokenConstraint(error) !== "staff_an_owner_stays") throw error;
    const words = "Nobody else could sign in as an owner of the portal. Add another owner first.";
    throw new PortalError("conflict", words, { cause: error });
  }
}
