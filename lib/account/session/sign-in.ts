import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts, resellers } from "#db/schema/account";
import type { Ctx } from "#lib/core/context";
import { invalid, PortalError } from "#lib/core/error";
import { log } from "#lib/core/log";
import { Email, Password } from "../fields.ts";
import { verifyPassword } from "../password/hash.ts";
import { forgiveTry, takeTry } from "../throttle.ts";
import { bucketsOf, knownAs } from "./known.ts";
import { type LetIn, letIn } from "./let-in.ts";
import { noteRefusedSignIn } from "./note-refused.ts";
import { Browser, hashSecret } from "./session.ts";

export const SignInInput = z.object({
  email: Email,
  password: Password,
  browser: Browser.optional(),
});
export type SignInInput = z.infer<typeof SignInInput>;

export type SignedIn = LetIn & {
  role: "reseller" | "admin";
  /** They have to choose their own password before anything else. */
  passwordGenerated: boolean;
};

/**
 * Opens a session for e-mail and password and returns the secret for its cookie; where a code is asked, that of half of one,
 * for `finishSignIn`. An unknown e-mail costs the same work and gets the same words as a wrong password.
 * @throws invalid (no match), forbidden (closed, told only to who has the password), rate_limited.
 */
export async function signIn(ctx: Ctx, input: SignInInput): Promise<SignedIn> {
  const { email, password, browser } = SignInInput.parse(input);
  const device = browser?.device === undefined ? undefined : hashSecret(browser.device);
  const account = await findAccount(ctx, email, device);
  const { bucket, address } = bucketsOf(ctx, email, {
    device: account?.knownDevice ? device : undefined,
    knownHere: account?.knownHere ?? false,
  });
  await takeTry(ctx, address ? [bucket, address] : [bucket]);

  const matches = await verifyPassword(password, account?.passwordHash);
  if (!account || !matches) {
    log.warn("sign-in.refused", { address: ctx.address, account: account?.id });
    if (account) noteRefusedSignIn(ctx, account);
    throw noMatch();
  }
  if (account.closedAt || account.state === "closed") {
    throw new PortalError("forbidden", "This account is closed. Ask for it to be opened again.");
  }
  const opened = await inTransaction(ctx, async (tx) => {
    await holdUnchanged(tx, account);
    await forgiveTry(tx, bucket, address);
    return letIn(tx, account, browser);
  });
  return { ...opened, role: account.role, passwordGenerated: account.passwordGenerated };
}

async function findAccount(ctx: Ctx, email: string, device: string | undefined) {
  const [account] = await ctx.db
    .select({
      id: accounts.id,
      role: accounts.role,
      email: accounts.email,
      passwordHash: accounts.passwordHash,
      passwordGenerated: accounts.passwordGenerated,
      closedAt: accounts.closedAt,
      level: resellers.level,
      state: resellers.state,
      ...knownAs(ctx, device ?? null),
    })
    .from(accounts)
    .leftJoin(resellers, eq(resellers.id, accounts.id))
    .where(sql`lower(${accounts.email}) = ${email}`);
  return account;
}

/** Locks the account if it is still as it was checked: after a password change or closing no session may open. */
async function holdUnchanged(
  ctx: Ctx,
  { id, passwordHash }: { id: number; passwordHash: string },
): Promise<void> {
  const [same] = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, id), eq(accounts.passwordHash, passwordHash), isNull(accounts.closedAt)))
    .for("share");
  if (!same) throw noMatch();
}

function noMatch(): PortalError {
  return invalid("password", "That e-mail and password do not belong together.");
}
