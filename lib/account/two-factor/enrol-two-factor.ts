import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { backupCodes, secondFactors, trustedDevices } from "#db/schema/access";
import { getOwnAccount } from "#lib/account/own-account";
import { generateReadableText } from "#lib/account/password/hash-password";
import { recordAccountAudit } from "#lib/account/record-account-audit";
import { accountBucket, consumeAttempt, forgiveAttempt } from "#lib/account/throttle";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireUser } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { instant, readRows } from "#lib/core/read-rows";
import { seal, unseal } from "#lib/core/seal";
import { hashBackupCode, invalidCodeError, OneTimeCode } from "./consume-code.ts";
import { isTwoFactorRequired } from "./is-two-factor-required.ts";
import { createTotpUri, findTimeStep, generateTotpSecret } from "./totp.ts";

/** The data that the authenticator app needs. */
export interface AuthenticatorSetup {
  /** Base32 text, for typing. */
  secret: string;
  /** The address in the QR code. */
  uri: string;
}

/**
 * Generates the secret of a new app, which replaces the current one only when
 * `finishTwoFactor` gets a right code.
 * @throws invalid at `confirmPassword` and `confirmCode`; conflict while the password is a generated one
 */
export async function beginTwoFactor(ctx: Ctx): Promise<AuthenticatorSetup> {
  const { id, email } = requireUser(ctx);
  await requireConfirmation(ctx, { code: true });
  const { passwordGenerated } = await getOwnAccount(ctx);
  if (passwordGenerated) throw new PortalError("conflict", "Choose your own password first.");
  const secret = generateTotpSecret();
  const nextSecret = seal(secret, "second factors");
  await ctx.db
    .insert(secondFactors)
    .values({ accountId: id, nextSecret })
    .onConflictDoUpdate({ target: secondFactors.accountId, set: { nextSecret } });
  return { secret, uri: createTotpUri(secret, email) };
}

export const FinishTwoFactorInput = z.object({ oneTimeCode: OneTimeCode });
export type FinishTwoFactorInput = z.input<typeof FinishTwoFactorInput>;

/**
 * Turns two-factor sign-in on, or replaces the app in use, by a code of the new secret.
 * @returns ten backup codes, which replace earlier ones and aren't stored. @throws invalid or rate_limited at
 * `oneTimeCode`; invalid as `beginTwoFactor`; conflict when no setup is open, or another page finished it
 */
export async function finishTwoFactor(ctx: Ctx, input: FinishTwoFactorInput): Promise<string[]> {
  const { id } = requireUser(ctx);
  const { oneTimeCode } = FinishTwoFactorInput.parse(input);
  await requireConfirmation(ctx, { code: true });
  const begun = await readPendingSetup(ctx, id);
  const bucket = accountBucket(`new code of ${id}`);
  await consumeAttempt(ctx, [bucket], "oneTimeCode");
  const step = findTimeStep(begun.secret, oneTimeCode, begun.now);
  if (step === undefined) throw await invalidCodeError(ctx, "wrong", "oneTimeCode");
  return inTransaction(ctx, async (tx) => {
    await forgiveAttempt(tx, bucket);
    const [on] = await readRows(tx.db, z.object({ since: instant.nullable() }))`
      with before as (
        select account_id, enabled_at from second_factors where account_id = ${id} for update
      )
      update second_factors f
      set secret = next_secret, next_secret = null, enabled_at = now(), last_step = ${step}
      from before
      where f.account_id = before.account_id and f.next_secret = ${begun.sealed}
      returning before.enabled_at as since`;
    if (!on) throw setupChangedError();
    const codes = await writeBackupCodes(tx, id);
    await recordTwoFactorChange(
      tx,
      on.since ? "two_factor.replaced" : "two_factor.on",
      { on: on.since !== null },
      { on: true },
    );
    return codes;
  });
}

/** Reads the open setup, to show it again after a wrong code. @throws as `finishTwoFactor` */
export async function getTwoFactorSetup(ctx: Ctx): Promise<AuthenticatorSetup> {
  const { id, email } = requireUser(ctx);
  await requireConfirmation(ctx, { code: true });
  const { secret } = await readPendingSetup(ctx, id);
  return { secret, uri: createTotpUri(secret, email) };
}

async function readPendingSetup(ctx: Ctx, accountId: number) {
  const [row] = await ctx.db
    .select({
      sealed: secondFactors.nextSecret,
      now: sql<string>`extract(epoch from clock_timestamp()) * 1000`,
    })
    .from(secondFactors)
    .where(eq(secondFactors.accountId, accountId));
  if (!row?.sealed) throw setupChangedError();
  return { sealed: row.sealed, secret: unseal(row.sealed, "second factors"), now: Number(row.now) };
}

/**
 * Turns two-factor sign-in off and deletes the secret, the backup codes and the trusted devices.
 * @throws forbidden for admins, where it is required; invalid at `confirmPassword` and
 * `confirmCode`; conflict when off
 */
export async function turnOffTwoFactor(ctx: Ctx): Promise<void> {
  const { id, kind } = requireUser(ctx);
  if (kind === "admin" && isTwoFactorRequired())
    throw new PortalError("forbidden", "Admins must use two-factor sign-in.");
  await requireConfirmation(ctx, { code: true });
  await inTransaction(ctx, async (tx) => {
    if (!(await removeTwoFactor(tx, id)))
      throw new PortalError("conflict", "Two-factor sign-in is off already.");
    await recordTwoFactorChange(tx, "two_factor.off", { on: true }, { on: false });
  });
}

/** Replaces the backup codes by ten new ones, shown once. @throws as `turnOffTwoFactor`, never forbidden */
export async function regenerateBackupCodes(ctx: Ctx): Promise<string[]> {
  const { id } = requireUser(ctx);
  await requireConfirmation(ctx, { code: true });
  return inTransaction(ctx, async (tx) => {
    const [on] = await tx.db
      .select({ id: secondFactors.accountId })
      .from(secondFactors)
      .where(and(eq(secondFactors.accountId, id), isNotNull(secondFactors.secret)))
      .for("update");
    if (!on) throw new PortalError("conflict", "Two-factor sign-in is off.");
    const codes = await writeBackupCodes(tx, id);
    await recordTwoFactorChange(tx, "two_factor.backup_codes", undefined, { left: codes.length });
    return codes;
  });
}

function recordTwoFactorChange(
  ctx: Ctx,
  action: string,
  before: Record<string, unknown> | undefined,
  after: Record<string, unknown>,
): Promise<void> {
  const { id, kind } = requireUser(ctx);
  return recordAccountAudit(ctx, { id, role: kind }, { action, before, after });
}

function setupChangedError(): PortalError {
  return new PortalError(
    "conflict",
    "This setup was finished or restarted on another page. Reload this page.",
  );
}

/**
 * Replaces an account's backup codes by ten new ones. Part of its caller's transaction, which holds the
 * account's second factor.
 * @returns the codes as typed ("k7mq2-9hxpd"), which are stored as hashes
 */
export async function writeBackupCodes(ctx: Ctx, accountId: number): Promise<string[]> {
  const codes = Array.from({ length: 10 }, () => generateReadableText(10));
  await ctx.db.delete(backupCodes).where(eq(backupCodes.accountId, accountId));
  await ctx.db.insert(backupCodes).values(codes.map((code) => ({ accountId, hash: hashBackupCode(code) })));
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

/**
 * Removes an account's second factor, backup codes and trusted devices. Part of its caller's transaction.
 * @returns whether there was one
 */
export async function removeTwoFactor(ctx: Ctx, accountId: number): Promise<boolean> {
  const dropped = await ctx.db
    .delete(secondFactors)
    .where(and(eq(secondFactors.accountId, accountId), isNotNull(secondFactors.secret)))
    .returning({ id: secondFactors.accountId });
  await ctx.db.delete(backupCodes).where(eq(backupCodes.accountId, accountId));
  await ctx.db
    .update(trustedDevices)
    .set({ endedAt: sql`now()` })
    .where(and(eq(trustedDevices.accountId, accountId), isNull(trustedDevices.endedAt)));
  return dropped.length > 0;
}
