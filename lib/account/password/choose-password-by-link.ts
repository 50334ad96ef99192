import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts, passwordLinks, resellers, signUps } from "#db/schema/account";
import { Password } from "#lib/account/fields";
import { recordAccountAudit } from "#lib/account/record-account-audit";
import {
  type AccountIdentity,
  accountIdentityColumns,
  Browser,
  endAccountSessions,
  hashSecret,
  isResellerOfAccount,
  toAccountActor,
} from "#lib/account/session/session";
import { type SessionStart, startSession } from "#lib/account/session/start-session";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { checkPasswordStrength } from "./check-password-strength.ts";
import { hashPassword } from "./hash-password.ts";
import { endPasswordLinks, isPasswordLinkAwaitingApproval } from "./password-link.ts";

export const ChoosePasswordByLinkInput = z.object({
  secret: z.string().max(100),
  password: Password,
  browser: Browser.optional(),
});
export type ChoosePasswordByLinkInput = z.infer<typeof ChoosePasswordByLinkInput>;

/**
 * Sets the password by a link and starts a session, pending where a code is required; ends every other
 * session and the access that `alsoEnd` ends. The link works once, also for parallel calls; a rejected
 * password doesn't use it up.
 * @returns the cookie's secret and the account.
 * @throws conflict when the link is over; invalid at `password`.
 */
export async function choosePasswordByLink(
  ctx: Ctx,
  input: ChoosePasswordByLinkInput,
  alsoEnd?: (tx: Ctx) => Promise<void>,
): Promise<SessionStart & { role: AccountIdentity["role"] }> {
  const { secret, password, browser } = ChoosePasswordByLinkInput.parse(input);
  const account = await findAccountByLink(ctx, secret);
  if (!account) throw await explainUnusableLink(ctx, secret);
  await checkPasswordStrength(password, account);
  const passwordHash = await hashPassword(password);
  return inTransaction(ctx, async (tx) => {
    await alsoEnd?.({ ...tx, actor: toAccountActor(account, 0) });
    // The account is locked before its link, the same order as creating a new link.
    const opened = await replacePassword(tx, account, passwordHash, browser);
    await consumeLink(tx, secret);
    await endPasswordLinks(tx, account.id);
    return { ...opened, role: account.role };
  });
}

const isOpenLink = (secret: string) =>
  and(
    eq(passwordLinks.hash, hashSecret(secret)),
    isNull(passwordLinks.usedAt),
    isNull(passwordLinks.endedAt),
    gt(passwordLinks.expiresAt, sql`now()`),
  );

async function consumeLink(ctx: Ctx, secret: string): Promise<void> {
  const used = await ctx.db
    .update(passwordLinks)
    .set({ usedAt: sql`now()` })
    .where(isOpenLink(secret))
    .returning({ id: passwordLinks.id });
  if (used.length === 0) throw linkExpiredError();
}

async function replacePassword(ctx: Ctx, account: AccountIdentity, passwordHash: string, browser?: Browser) {
  const changed = await ctx.db
    .update(accounts)
    .set({ passwordHash, passwordGenerated: false, passwordChosenAt: sql`now()` })
    .where(and(eq(accounts.id, account.id), isNull(accounts.closedAt)))
    .returning({ id: accounts.id });
  if (changed.length === 0) throw linkExpiredError();
  const ended = await endAccountSessions(ctx, account.id);
  await recordAccountAudit({ ...ctx, actor: toAccountActor(account, 0) }, account, {
    action: "account.password",
    after: { byLink: true, sessionsEnded: ended.length },
  });
  return startSession(ctx, account, browser);
}

async function explainUnusableLink(ctx: Ctx, secret: string): Promise<PortalError> {
  const { state } = await getPasswordLinkStatus(ctx, { secret });
  if (state !== "pending" && state !== "unapproved") return linkExpiredError();
  return new PortalError(
    "conflict",
    "This link awaits approval by support. No password was set. Save this address and come back after approval.",
  );
}

function linkExpiredError(): PortalError {
  return new PortalError(
    "conflict",
    "This link doesn’t work any more: it was used, replaced or has expired. Contact support for a new one.",
  );
}

/** The status that the link's page shows. */
export type PasswordLinkStatus =
  | { state: "valid"; email: string; name: string }
  | { state: "pending"; name: string }
  | { state: "unapproved" }
  | { state: "rejected"; name: string; reason: string | null }
  | { state: "over" };

/** Reads a link's status without using it up. Unknown, used and expired links look the same. */
export async function getPasswordLinkStatus(
  ctx: Ctx,
  { secret }: { secret: string },
): Promise<PasswordLinkStatus> {
  const account = await findAccountByLink(ctx, secret);
  if (account) return { state: "valid", email: account.email, name: account.name };
  const [signUp] = await ctx.db
    .select({ state: signUps.state, name: signUps.name, reason: signUps.reason })
    .from(signUps)
    .where(eq(signUps.hash, hashSecret(secret)));
  if (signUp?.state === "pending") return { state: "pending", name: signUp.name };
  if (signUp?.state === "rejected") return { state: "rejected", name: signUp.name, reason: signUp.reason };
  return { state: (await isPasswordLinkAwaitingApproval(ctx, secret)) ? "unapproved" : "over" };
}

/** Finds the account of a valid link. */
export async function findAccountByLink(
  ctx: Ctx,
  secret: string,
): Promise<(AccountIdentity & { name: string }) | undefined> {
  const [account] = await ctx.db
    .select({ ...accountIdentityColumns, name: accounts.name })
    .from(passwordLinks)
    .innerJoin(accounts, eq(accounts.id, passwordLinks.accountId))
    .leftJoin(resellers, isResellerOfAccount)
    .where(and(isOpenLink(secret), isNull(accounts.closedAt)));
  return account;
}

/** Creates a context of the account of a valid link, for the fields that its holder may see. */
export async function findLinkHolderContext(
  ctx: Ctx,
  { secret }: { secret: string },
): Promise<Ctx | undefined> {
  const account = await findAccountByLink(ctx, secret);
  return account && { ...ctx, actor: toAccountActor(account, 0) };
}
