import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { passkeys } from "#db/schema/access";
import { accounts } from "#db/schema/account";
import { Email } from "#lib/account/fields";
import { recordAccountAudit } from "#lib/account/record-account-audit";
import { countOpenedWallet } from "#lib/account/reseller/count-opened-wallet";
import { endAccountSessions } from "#lib/account/session/session";
import { type PendingApproval, runOrRequestApproval } from "#lib/audit/approval-request";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireAdmin, requireSystem } from "#lib/core/context";
import { notFoundError, PortalError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { Reason } from "#lib/core/text/reason";
import { removeTwoFactor } from "./enrol-two-factor.ts";

export const ResetTwoFactorInput = z.object({ resellerId: Id, reason: Reason });
export type ResetTwoFactorInput = z.infer<typeof ResetTwoFactorInput>;

/**
 * Resets the second factor of a reseller who lost their app and backup codes: removes their passkeys too, and
 * signs them out everywhere. Admins only. An admin's is reset by the operator's command, so that a stolen
 * admin session can't take over another admin. The wallet counts towards the admin's daily limit; above it,
 * it needs the approval of another owner, where there is one.
 * @throws not_found; conflict without a second factor, or when a request waits already; invalid at
 * `confirmPassword` and `confirmCode`
 */
export async function resetTwoFactor(
  ctx: Ctx,
  input: ResetTwoFactorInput,
): Promise<PendingApproval | undefined> {
  requireAdmin(ctx, "resellers");
  const wanted = ResetTwoFactorInput.parse(input);
  const { resellerId, reason } = wanted;
  await requireConfirmation(ctx, { code: true });
  return inTransaction(ctx, async (tx) => {
    const owner = await countOpenedWallet(tx, resellerId);
    if (!owner || owner.isWithinLimit) return applyTwoFactorReset(tx, wanted);
    const change = {
      kind: "settings" as const,
      reason,
      resellerId,
      about: `two-factor ${resellerId}`,
      subject: { subject: "account", subjectId: resellerId },
      facts: {
        before: { reseller: owner.name, "two-factor": "on" },
        after: { reseller: owner.name, "two-factor": "reset" },
      },
      input: { change: "two_factor" as const, wanted },
    };
    return runOrRequestApproval(tx, change, (tx) => applyTwoFactorReset(tx, wanted));
  });
}

/** Resets it after the caller's permission checks. Throws as `resetTwoFactor` does. */
export async function applyTwoFactorReset(ctx: Ctx, input: unknown): Promise<undefined> {
  const { resellerId, reason } = ResetTwoFactorInput.parse(input);
  const condition = and(eq(accounts.id, resellerId), eq(accounts.role, "reseller"));
  await resetAccountTwoFactor(ctx, condition, "reseller", reason);
}

export const ResetTwoFactorByEmailInput = z.object({ email: Email, reason: Reason });
export type ResetTwoFactorByEmailInput = z.infer<typeof ResetTwoFactorByEmailInput>;

/** Resets any account's second factor by the operator's command. @throws not_found; conflict without one */
export async function resetTwoFactorByEmail(ctx: Ctx, input: ResetTwoFactorByEmailInput): Promise<void> {
  requireSystem(ctx);
  const { email, reason } = ResetTwoFactorByEmailInput.parse(input);
  await resetAccountTwoFactor(ctx, sql`lower(${accounts.email}) = ${email}`, "account", reason);
}

async function resetAccountTwoFactor(
  ctx: Ctx,
  condition: ReturnType<typeof and>,
  what: string,
  reason: string,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [account] = await tx.db
      .select({ id: accounts.id, role: accounts.role })
      .from(accounts)
      .where(and(condition, isNull(accounts.closedAt)))
      .for("update");
    if (!account) throw notFoundError(what);
    if (!(await removeTwoFactor(tx, account.id)))
      throw new PortalError("conflict", "This account has no two-factor sign-in. Nothing was changed.");
    await tx.db.delete(passkeys).where(eq(passkeys.accountId, account.id));
    const ended = await endAccountSessions(tx, account.id);
    await recordAccountAudit(tx, account, {
      action: "two_factor.reset",
      reason,
      before: { on: true },
      after: { on: false, sessionsEnded: ended.length },
    });
  });
}
