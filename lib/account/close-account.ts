import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { recordAccountAudit } from "#lib/account/record-account-audit";
import { endApprovalRequests } from "#lib/audit/approval-request";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { getViolatedConstraint } from "#lib/core/database-error";
import { notFoundError, PortalError } from "#lib/core/error";
import { readRows } from "#lib/core/read-rows";
import { Reason } from "#lib/core/text/reason";
import { endPasswordLinks } from "./password/password-link.ts";
import { endAccountSessions } from "./session/session.ts";

export const CloseAccountInput = z.object({ accountId: z.coerce.number().int().positive(), reason: Reason });
export type CloseAccountInput = z.infer<typeof CloseAccountInput>;

/**
 * Closes an account permanently: ends its sessions and links, and rejects its next call.
 * @throws not_found when it doesn't exist or is closed; conflict for the acting account and the last owner's.
 */
export async function closeAccount(ctx: Ctx, input: CloseAccountInput): Promise<void> {
  const actor = requireAdmin(ctx);
  const { accountId, reason } = CloseAccountInput.parse(input);
  if (actor.kind === "admin" && actor.id === accountId) {
    throw new PortalError("conflict", "You can’t close your own account. Ask another admin.");
  }
  await inTransaction(ctx, async (tx) => {
    const [closed] = await guardLastOwner(
      tx.db
        .update(accounts)
        .set({ closedAt: sql`now()` })
        .where(and(eq(accounts.id, accountId), isNull(accounts.closedAt)))
        .returning({ role: accounts.role }),
    );
    if (!closed) throw notFoundError("account");
    requireAdmin(tx, closed.role === "admin" ? "staff" : "resellers");
    const [reseller] = await readRows(tx.db, z.object({ state: z.string() }))`
      with old as (
        select id, state from resellers where id = ${accountId} for update
      )
      update resellers r
      set state = 'closed', version = version + 1
      from old
      where r.id = old.id
      returning old.state`;
    await endApprovalRequests(tx, "settings", `staff ${accountId}`);
    await endPasswordLinks(tx, accountId);
    const ended = await endAccountSessions(tx, accountId);
    await recordAccountAudit(
      tx,
      { id: accountId, role: closed.role },
      {
        action: closed.role === "admin" ? "admin.closed" : "account.closed",
        reason,
        before: { state: reseller?.state ?? "active" },
        after: { state: "closed", sessionsEnded: ended.length },
      },
    );
  });
}

/** Runs a change and turns the database's protection of the last owner into a conflict. */
export async function guardLastOwner<T>(change: PromiseLike<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (getViolatedConstraint(error) !== "staff_keep_owner") throw error;
    const message = "The portal needs an owner who can sign in. Add another owner first.";
    throw new PortalError("conflict", message, { cause: error });
  }
}
