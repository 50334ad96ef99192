import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { pendingSignIns, trustedDevices } from "#db/schema/access";
import { accounts, resellers } from "#db/schema/account";
import { recordAccountAudit } from "#lib/account/record-account-audit";
import { consumeAttempt, forgiveAttempt } from "#lib/account/throttle";
import {
  type CodeResult,
  consumeCode,
  invalidCodeError,
  OneTimeCode,
} from "#lib/account/two-factor/consume-code";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { log } from "#lib/core/log";
import { recordFailedSignIn } from "./record-failed-sign-in.ts";
import {
  type AccountIdentity,
  accountIdentityColumns,
  Browser,
  generateSecret,
  hashSecret,
  isResellerOfAccount,
  openSession,
  toAccountActor,
} from "./session.ts";
import type { SignInResult } from "./sign-in.ts";
import { getSignInBuckets, signInHistoryColumns } from "./sign-in-buckets.ts";

/** The form field of the code. */
const CODE_FIELD = "oneTimeCode";

export const FinishSignInInput = z.object({
  /** The secret of the pending sign-in, from `signIn`. */
  half: z.string().max(100),
  [CODE_FIELD]: OneTimeCode,
  /** Trusts this device for 30 days. */
  remember: z.literal("yes").optional(),
  browser: Browser.optional(),
});
export type FinishSignInInput = z.input<typeof FinishSignInInput>;

/**
 * Turns a pending sign-in into a session by a right code, once, in the browser that began it.
 * @returns as `signIn` does, with the secret of the trusted device where it is remembered.
 * @throws conflict when the pending sign-in is over or another browser's; invalid or
 * rate_limited at `oneTimeCode`
 */
export async function finishSignIn(
  ctx: Ctx,
  input: FinishSignInInput,
): Promise<SignInResult & { secret: string; device: string | undefined }> {
  const { half, oneTimeCode, remember, browser } = FinishSignInInput.parse(input);
  const account = await findPendingSignIn(ctx, { half, device: browser?.device });
  if (!account) throw signInExpiredError();
  const { bucket, address } = getSignInBuckets(ctx, `code of ${account.id}`, account);
  await consumeAttempt(ctx, address ? [bucket, address] : [bucket], CODE_FIELD);
  const device = remember ? generateSecret() : browser?.device;
  const done = await inTransaction(ctx, async (tx): Promise<Exclude<CodeResult, "right"> | string> => {
    await lockPendingSignIn(tx, account.id, half);
    const tried = await consumeCode(withOwnerActor(tx, account), account, oneTimeCode);
    if (tried !== "right") return tried;
    await forgiveAttempt(tx, bucket, address);
    await tx.db
      .update(pendingSignIns)
      .set({ endedAt: sql`now()` })
      .where(eq(pendingSignIns.hash, hashSecret(half)));
    if (remember && device)
      await addTrustedDevice(withOwnerActor(tx, account), account, device, browser?.agent);
    return openSession(tx, account, { ...browser, ...(device && { device }) });
  });
  if (done === "wrong" || done === "used") {
    log.warn("sign_in.code_rejected", { address: ctx.address, account: account.id, tried: done });
    recordFailedSignIn(ctx, account);
    throw await invalidCodeError(ctx, done, CODE_FIELD);
  }
  const { role, passwordGenerated } = account;
  return { secret: done, half: null, role, passwordGenerated, device };
}

/** Finds the account of this browser's pending sign-in; undefined when it is over. */
export async function findPendingSignIn(
  ctx: Ctx,
  { half, device }: { half: string; device: string | undefined },
) {
  const hash = device === undefined ? null : hashSecret(device);
  const [account] = await ctx.db
    .select({
      ...accountIdentityColumns,
      passwordGenerated: accounts.passwordGenerated,
      ...signInHistoryColumns(ctx, hash),
    })
    .from(pendingSignIns)
    .innerJoin(accounts, eq(accounts.id, pendingSignIns.accountId))
    .leftJoin(resellers, isResellerOfAccount)
    .where(and(isPendingSignInOpen(half), sql`${pendingSignIns.deviceHash} is not distinct from ${hash}`));
  return account && { ...account, device: account.knownDevice && hash ? hash : undefined };
}

const isPendingSignInOpen = (half: string) =>
  and(
    eq(pendingSignIns.hash, hashSecret(half)),
    isNull(pendingSignIns.endedAt),
    gt(pendingSignIns.expiresAt, sql`now()`),
  );

/** Locks the account before its pending sign-in, the same order as a password change and closing. */
async function lockPendingSignIn(ctx: Ctx, accountId: number, half: string): Promise<void> {
  const held = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.closedAt)))
    .for("share");
  const open = await ctx.db
    .select({ id: pendingSignIns.id })
    .from(pendingSignIns)
    .where(isPendingSignInOpen(half))
    .for("update");
  if (held.length === 0 || open.length === 0) throw signInExpiredError();
}

const withOwnerActor = (ctx: Ctx, person: AccountIdentity): Ctx => ({
  ...ctx,
  actor: toAccountActor(person, 0),
});

async function addTrustedDevice(
  ctx: Ctx,
  person: AccountIdentity,
  device: string,
  agent: string | undefined,
) {
  const [row] = await ctx.db
    .insert(trustedDevices)
    .values({
      accountId: person.id,
      deviceHash: hashSecret(device),
      agent: agent?.slice(0, 300),
      expiresAt: sql`now() + interval '30 days'`,
    })
    .returning({ id: trustedDevices.id });
  const subject = { subject: "device", subjectId: row?.id ?? 0 };
  await recordAccountAudit(ctx, person, { action: "device.remembered", ...subject });
}

function signInExpiredError(): PortalError {
  return new PortalError("conflict", "Your sign-in has expired. Sign in again.");
}
