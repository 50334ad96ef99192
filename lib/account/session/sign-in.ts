import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts, resellers } from "#db/schema/account";
import { Email, Password } from "#lib/account/fields";
import { verifyPassword } from "#lib/account/password/hash-password";
import { consumeAttempt, forgiveAttempt } from "#lib/account/throttle";
import type { Ctx, Person } from "#lib/core/context";
import { invalidError, PortalError } from "#lib/core/error";
import { log } from "#lib/core/log";
import { recordFailedSignIn } from "./record-failed-sign-in.ts";
import { accountIdentityColumns, Browser, hashSecret, isResellerOfAccount } from "./session.ts";
import { getSignInBuckets, signInHistoryColumns } from "./sign-in-buckets.ts";
import { type SessionStart, startSession } from "./start-session.ts";

export const SignInInput = z.object({ email: Email, password: Password, browser: Browser.optional() });
export type SignInInput = z.infer<typeof SignInInput>;

export type SignInResult = SessionStart & {
  role: Person["kind"];
  /** Whether they must choose their own password first. */
  passwordGenerated: boolean;
};

/**
 * Opens a session for email and password and returns the secret for its cookie; where a code is required,
 * that of a pending sign-in for `finishSignIn`. An unknown email costs the same work and gets the same
 * text as a wrong password.
 * @throws invalid (no match), forbidden (closed, only after the right password), rate_limited.
 */
export async function signIn(ctx: Ctx, input: SignInInput): Promise<SignInResult> {
  const { email, password, browser } = SignInInput.parse(input);
  const device = browser?.device === undefined ? undefined : hashSecret(browser.device);
  const account = await findAccountByEmail(ctx, email, device);
  const { bucket, address } = getSignInBuckets(ctx, email, {
    device: account?.knownDevice ? device : undefined,
    knownHere: account?.knownHere ?? false,
  });
  await consumeAttempt(ctx, address ? [bucket, address] : [bucket]);

  const matches = await verifyPassword(password, account?.passwordHash);
  if (!account || !matches) {
    log.warn("sign_in.rejected", { address: ctx.address, account: account?.id });
    if (account) recordFailedSignIn(ctx, account);
    throw credentialsMismatchError();
  }
  rejectClosedAccount(account);
  const opened = await inTransaction(ctx, async (tx) => {
    await lockUnchangedAccount(tx, account);
    await forgiveAttempt(tx, bucket, address);
    return startSession(tx, account, browser);
  });
  return { ...opened, role: account.role, passwordGenerated: account.passwordGenerated };
}

/** @throws forbidden */
export function rejectClosedAccount({ closedAt, state }: { closedAt: Date | null; state: string | null }) {
  if (closedAt || state === "closed")
    throw new PortalError("forbidden", "This account is closed, so you can’t sign in.");
}

async function findAccountByEmail(ctx: Ctx, email: string, device: string | undefined) {
  const [account] = await ctx.db
    .select({
      ...accountIdentityColumns,
      passwordHash: accounts.passwordHash,
      passwordGenerated: accounts.passwordGenerated,
      closedAt: accounts.closedAt,
      state: resellers.state,
      ...signInHistoryColumns(ctx, device ?? null),
    })
    .from(accounts)
    .leftJoin(resellers, isResellerOfAccount)
    .where(sql`lower(${accounts.email}) = ${email}`);
  return account;
}

/** Locks the account if it hasn't changed since the check: none opens after a password change or closing. */
async function lockUnchangedAccount(ctx: Ctx, { id, passwordHash }: { id: number; passwordHash: string }) {
  const [same] = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, id), eq(accounts.passwordHash, passwordHash), isNull(accounts.closedAt)))
    .for("share");
  if (!same) throw credentialsMismatchError();
}

function credentialsMismatchError(): PortalError {
  return invalidError("password", "Wrong email or password. Try again.");
}
