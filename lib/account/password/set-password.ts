import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { Email, Password } from "#lib/account/fields";
import { getOwnAccount, type OwnAccount } from "#lib/account/own-account";
import { recordAccountAudit } from "#lib/account/record-account-audit";
import { Browser, endAccountSessions, openSession } from "#lib/account/session/session";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { invalidError, notFoundError, PortalError } from "#lib/core/error";
import { checkPasswordStrength } from "./check-password-strength.ts";
import { verifyAccountPassword } from "./confirm-password.ts";
import { generatePassword, hashPassword, verifyPassword } from "./hash-password.ts";
import { endPasswordLinks } from "./password-link.ts";

/**
 * Sets the password that the owner of `account` chose. Ends every session, the acting one too, because its
 * cookie may have been copied, open links and, in the same transaction, the access that `alsoEnd` ends.
 * Returns the secret of a new session.
 * @throws invalid at `password`; conflict when the password was changed meanwhile.
 */
export async function setPassword(
  ctx: Ctx,
  account: OwnAccount,
  password: string,
  browser?: Browser,
  alsoEnd?: (tx: Ctx) => Promise<void>,
): Promise<{ secret: string }> {
  await checkPasswordStrength(password, account);
  if (await verifyPassword(password, account.passwordHash)) {
    throw invalidError("password", "This is your current password. Choose another one.");
  }
  const passwordHash = await hashPassword(password);
  return inTransaction(ctx, async (tx) => {
    await alsoEnd?.(tx);
    const changed = await tx.db
      .update(accounts)
      .set({ passwordHash, passwordGenerated: false, passwordChosenAt: sql`now()` })
      .where(and(eq(accounts.id, account.id), eq(accounts.passwordHash, account.passwordHash)))
      .returning({ id: accounts.id });
    if (changed.length === 0) {
      throw new PortalError("conflict", "The password was just changed elsewhere. Sign in with the new one.");
    }
    await endPasswordLinks(tx, account.id);
    const ended = await endAccountSessions(tx, account.id);
    await recordAccountAudit(tx, account, {
      action: "account.password",
      before: { generated: account.passwordGenerated },
      after: { generated: false, sessionsEnded: ended.length },
    });
    return { secret: await openSession(tx, account, browser) };
  });
}

export const ChangePasswordInput = z.object({
  currentPassword: Password,
  password: Password,
  browser: Browser.optional(),
});
export type ChangePasswordInput = z.infer<typeof ChangePasswordInput>;

/**
 * Changes the acting account's password. Ends every session and the access that `alsoEnd` ends, and returns
 * the secret of a new session.
 * @throws invalid at `currentPassword` or `password`; rate_limited.
 */
export async function changePassword(
  ctx: Ctx,
  input: ChangePasswordInput,
  alsoEnd?: (tx: Ctx) => Promise<void>,
): Promise<{ secret: string }> {
  const { currentPassword, password, browser } = ChangePasswordInput.parse(input);
  const account = await getOwnAccount(ctx);
  await verifyAccountPassword(ctx, account, currentPassword, "currentPassword");
  return setPassword(ctx, account, password, browser, alsoEnd);
}

export const ChoosePasswordInput = z.object({ password: Password, browser: Browser.optional() });
export type ChoosePasswordInput = z.infer<typeof ChoosePasswordInput>;

/**
 * Replaces the generated password with which the acting account signed in. Also ends the
 * access that `alsoEnd` ends.
 * @throws conflict when the account has a chosen password; invalid at `password`.
 */
export async function choosePassword(
  ctx: Ctx,
  input: ChoosePasswordInput,
  alsoEnd?: (tx: Ctx) => Promise<void>,
): Promise<{ secret: string }> {
  const { password, browser } = ChoosePasswordInput.parse(input);
  const account = await getOwnAccount(ctx);
  if (!account.passwordGenerated) {
    throw new PortalError("conflict", "Your password is already set. Sign in with it.");
  }
  return setPassword(ctx, account, password, browser, alsoEnd);
}

export const ResetPasswordInput = z.object({ email: Email });
export type ResetPasswordInput = z.infer<typeof ResetPasswordInput>;

/**
 * Generates a password that is valid only to choose another, and ends the account's sessions and links.
 * @returns the password, which is not stored. @throws not_found
 */
export async function resetPassword(
  ctx: Ctx,
  input: ResetPasswordInput,
): Promise<{ email: string; password: string }> {
  requireAdmin(ctx, "staff");
  const { email } = ResetPasswordInput.parse(input);
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  return inTransaction(ctx, async (tx) => {
    const [account] = await tx.db
      .update(accounts)
      .set({ passwordHash, passwordGenerated: true })
      .where(and(sql`lower(${accounts.email}) = ${email}`, isNull(accounts.closedAt)))
      .returning({ id: accounts.id, role: accounts.role });
    if (!account) throw notFoundError("account");
    await endPasswordLinks(tx, account.id);
    const ended = await endAccountSessions(tx, account.id);
    await recordAccountAudit(tx, account, {
      action: "account.password_reset",
      after: { generated: true, sessionsEnded: ended.length },
    });
    return { email, password };
  });
}
