import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { invalid, notFound, PortalError } from "#lib/core/error";
import { Email, Password } from "../fields.ts";
import { type OwnAccount, ownAccount } from "../own-account.ts";
import { Browser, closeSessions, openSession } from "../session/session.ts";
import { provePassword } from "./confirm.ts";
import { generatePassword, hashPassword, verifyPassword } from "./hash.ts";
import { endLinks } from "./link.ts";
import { checkPassword } from "./rule.ts";

/**
 * Gives `account` a password that its owner chose. Every session ends, the acting one too, because its cookie may
 * have been copied; so does a link that is still open, and, in the same transaction, what `alsoEnd` ends. Returns the
 * secret of a fresh session.
 * @throws invalid at `password`; conflict when the password was changed meanwhile.
 */
export async function setPassword(
  ctx: Ctx,
  account: OwnAccount,
  password: string,
  browser?: Browser,
  alsoEnd?: (tx: Ctx) => Promise<void>,
): Promise<{ secret: string }> {
  await checkPassword(password, account);
  if (await verifyPassword(password, account.passwordHash)) {
    throw invalid("password", "This is the password you have now. Choose another one.");
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
    await endLinks(tx, account.id);
    const ended = await closeSessions(tx, account.id);
    await record(tx, {
      action: "account.password",
      subject: "account",
      subjectId: account.id,
      resellerId: account.role === "reseller" ? account.id : undefined,
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
 * Replaces one's own password. Ends every session, and what `alsoEnd` ends, and returns the secret of a fresh one.
 * @throws invalid at `currentPassword` or `password`; rate_limited.
 */
export async function changePassword(
  ctx: Ctx,
  input: ChangePasswordInput,
  alsoEnd?: (tx: Ctx) => Promise<void>,
): Promise<{ secret: string }> {
  const { currentPassword, password, browser } = ChangePasswordInput.parse(input);
  const account = await ownAccount(ctx);
  await provePassword(ctx, account, currentPassword, "currentPassword");
  return setPassword(ctx, account, password, browser, alsoEnd);
}

export const ChoosePasswordInput = z.object({ password: Password, browser: Browser.optional() });
export type ChoosePasswordInput = z.infer<typeof ChoosePasswordInput>;

/**
 * Replaces a password that was generated for the person acting, who has just signed in with it. Also ends what `alsoEnd` ends.
 * @throws conflict when they have their own already; invalid at `password`.
 */
export async function choosePassword(
  ctx: Ctx,
  input: ChoosePasswordInput,
  alsoEnd?: (tx: Ctx) => Promise<void>,
): Promise<{ secret: string }> {
  const { password, browser } = ChoosePasswordInput.parse(input);
  const account = await ownAccount(ctx);
  if (!account.passwordGenerated) {
    throw new PortalError("conflict", "You have chosen your password already.");
  }
  return setPassword(ctx, account, password, browser, alsoEnd);
}

export const ResetPasswordInput = z.object({ email: Email });
export type ResetPasswordInput = z.infer<typeof ResetPasswordInput>;

/**
 * Makes a password for someone who forgot theirs, good only to choose another, and ends their sessions and links.
 * Returns it, this once. @throws not_found
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
    if (!account) throw notFound("account");
    await endLinks(tx, account.id);
    const ended = await closeSessions(tx, account.id);
    await record(tx, {
      action: "account.password_reset",
      subject: "account",
      subjectId: account.id,
      resellerId: account.role === "reseller" ? account.id : undefined,
      after: { generated: true, sessionsEnded: ended.length },
    });
    return { email, password };
  });
}
