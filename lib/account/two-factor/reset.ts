import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { passkeys } from "#db/schema/access";
import { accounts } from "#db/schema/account";
import { record } from "#lib/audit/record";
import { Id } from "#lib/core/amount";
import { type Ctx, requireAdmin, requireSystem } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { Email } from "../fields.ts";
import { requireConfirmed } from "../password/confirm.ts";
import { closeSessions } from "../session/session.ts";
import { dropTwoFactor } from "./drop.ts";

export const ResetTwoFactorInput = z.object({ resellerId: Id, reason: Reason });
export type ResetTwoFactorInput = z.infer<typeof ResetTwoFactorInput>;

/**
 * Takes the second factor of a reseller away who lost their app and their backup codes: their passkeys go too, they are signed out everywhere, and
 * sign in with the password alone until they set it up again. Admins only; an admin's own is reset by the operator's command,
 * so that nobody who got hold of one admin's session takes over another's.
 * @throws not_found; conflict when they have none; invalid at `confirmPassword` and `confirmCode`
 */
export async function resetTwoFactor(ctx: Ctx, input: ResetTwoFactorInput): Promise<void> {
  requireAdmin(ctx, "resellers");
  const { resellerId, reason } = ResetTwoFactorInput.parse(input);
  await requireConfirmed(ctx, { code: true });
  await reset(ctx, and(eq(accounts.id, resellerId), eq(accounts.role, "reseller")), "reseller", reason);
}

export const ResetTwoFactorOfInput = z.object({ email: Email, reason: Reason });
export type ResetTwoFactorOfInput = z.infer<typeof ResetTwoFactorOfInput>;

/** The same for anybody, admins too, by the operator's command. @throws not_found; conflict when they have none */
export async function resetTwoFactorOf(ctx: Ctx, input: ResetTwoFactorOfInput): Promise<void> {
  requireSystem(ctx);
  const { email, reason } = ResetTwoFactorOfInput.parse(input);
  await reset(ctx, sql`lower(${accounts.email}) = ${email}`, "account", reason);
}

async function reset(ctx: Ctx, whose: ReturnType<typeof and>, what: string, reason: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [account] = await tx.db
      .select({ id: accounts.id, role: accounts.role })
      .from(accounts)
      .where(and(whose, isNull(accounts.closedAt)))
      .for("update");
    if (!account) throw notFound(what);
    if (!(await dropTwoFactor(tx, account.id)))
      throw new PortalError("conflict", "They have no two-factor sign-in.");
    await tx.db.delete(passkeys).where(eq(passkeys.accountId, account.id));
    const ended = await closeSessions(tx, account.id);
    await record(tx, {
      action: "two_factor.reset",
      subject: "account",
      subjectId: account.id,
      resellerId: account.role === "reseller" ? account.id : undefined,
      reason,
      before: { on: true },
      after: { on: false, sessionsEnded: ended.length },
    });
  });
}
