import { and, eq, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { secondFactors } from "#db/schema/access";
import { record } from "#lib/audit/record";
import { type Ctx, requirePerson } from "#lib/core/context";
import { env } from "#lib/core/env";
import { PortalError } from "#lib/core/error";
import { seal, unseal } from "#lib/core/sealed";
import { ownAccount } from "../own-account.ts";
import { requireConfirmed } from "../password/confirm.ts";
import { accountBucket, forgiveTry, takeTry } from "../throttle.ts";
import { writeBackupCodes } from "./backup-codes.ts";
import { Code, refuseCode } from "./code.ts";
import { dropTwoFactor } from "./drop.ts";
import { newTotpSecret, stepOf, totpUri } from "./totp.ts";

/** What goes into the app. */
export interface ToScan {
  /** As base32 text, for typing. */
  secret: string;
  /** The same as an address, for a QR code. */
  uri: string;
}

/**
 * Makes the secret of a new app. Nothing is on, and an app that is in use stays so, until `finishTwoFactor` was given a code.
 * @throws invalid at `confirmPassword` and `confirmCode`; conflict before one's own password is chosen
 */
export async function beginTwoFactor(ctx: Ctx): Promise<ToScan> {
  const { id, email } = requirePerson(ctx);
  await requireConfirmed(ctx, { code: true });
  const { passwordGenerated } = await ownAccount(ctx);
  if (passwordGenerated) throw new PortalError("conflict", "Choose your own password first.");
  const secret = newTotpSecret();
  const nextSecret = seal(secret, "second factors");
  await ctx.db
    .insert(secondFactors)
    .values({ accountId: id, nextSecret })
    .onConflictDoUpdate({ target: secondFactors.accountId, set: { nextSecret } });
  return { secret, uri: totpUri(secret, email) };
}

export const FinishTwoFactorInput = z.object({ oneTimeCode: Code });
export type FinishTwoFactorInput = z.input<typeof FinishTwoFactorInput>;

/**
 * Turns two-factor sign-in on, or the new app into the one in use, by a code of the secret that was begun with.
 * @returns ten backup codes, this once; those of before are over. @throws invalid or rate_limited at `oneTimeCode`;
 * invalid as `beginTwoFactor`; conflict when nothing was begun, or another page was quicker
 */
export async function finishTwoFactor(ctx: Ctx, input: FinishTwoFactorInput): Promise<string[]> {
  const { id } = requirePerson(ctx);
  const { oneTimeCode } = FinishTwoFactorInput.parse(input);
  await requireConfirmed(ctx, { code: true });
  const begun = await begunWith(ctx, id);
  const bucket = accountBucket(`new code of ${id}`);
  await takeTry(ctx, [bucket], "oneTimeCode");
  const step = stepOf(begun.secret, oneTimeCode, begun.now);
  if (step === undefined) throw refuseCode("wrong", "oneTimeCode");
  return inTransaction(ctx, async (tx) => {
    await forgiveTry(tx, bucket);
    const [on] = await tx.db.execute<{ since: Date | null }>(sql`
      with before as (select account_id, on_at from second_factors where account_id = ${id} for update)
      update second_factors f set secret = next_secret, next_secret = null, on_at = now(), last_step = ${step}
      from before where f.account_id = before.account_id and f.next_secret = ${begun.sealed}
      returning before.on_at as since`);
    if (!on) throw movedOn();
    const codes = await writeBackupCodes(tx, id);
    await note(
      tx,
      on.since ? "two_factor.replaced" : "two_factor.on",
      { on: on.since !== null },
      { on: true },
    );
    return codes;
  });
}

/** What was begun with and is not in use yet, to show it again after a wrong code. @throws as `finishTwoFactor` */
export async function begunTwoFactor(ctx: Ctx): Promise<ToScan> {
  const { id, email } = requirePerson(ctx);
  await requireConfirmed(ctx, { code: true });
  const { secret } = await begunWith(ctx, id);
  return { secret, uri: totpUri(secret, email) };
}

async function begunWith(ctx: Ctx, accountId: number) {
  const [row] = await ctx.db
    .select({
      sealed: secondFactors.nextSecret,
      now: sql<string>`extract(epoch from clock_timestamp()) * 1000`,
    })
    .from(secondFactors)
    .where(eq(secondFactors.accountId, accountId));
  if (!row?.sealed) throw movedOn();
  return { sealed: row.sealed, secret: unseal(row.sealed, "second factors"), now: Number(row.now) };
}

/**
 * Turns two-factor sign-in off: the secret, the backup codes and the devices that need no code are gone.
 * @throws forbidden for admins, where it is required; invalid at `confirmPassword` and `confirmCode`; conflict when it is off
 */
export async function turnOffTwoFactor(ctx: Ctx): Promise<void> {
  const { id, kind } = requirePerson(ctx);
  if (kind === "admin" && env().ADMIN_TWO_FACTOR === "required")
    throw new PortalError("forbidden", "Whoever runs the portal needs two-factor sign-in.");
  await requireConfirmed(ctx, { code: true });
  await inTransaction(ctx, async (tx) => {
    if (!(await dropTwoFactor(tx, id)))
      throw new PortalError("conflict", "Two-factor sign-in is off already.");
    await note(tx, "two_factor.off", { on: true }, { on: false });
  });
}

/** Ten new backup codes, this once; those of before are over. @throws as `turnOffTwoFactor`, and never forbidden */
export async function newBackupCodes(ctx: Ctx): Promise<string[]> {
  const { id } = requirePerson(ctx);
  await requireConfirmed(ctx, { code: true });
  return inTransaction(ctx, async (tx) => {
    const [on] = await tx.db
      .select({ id: secondFactors.accountId })
      .from(secondFactors)
      .where(and(eq(secondFactors.accountId, id), isNotNull(secondFactors.secret)))
      .for("update");
    if (!on) throw new PortalError("conflict", "Two-factor sign-in is off.");
    const codes = await writeBackupCodes(tx, id);
    await note(tx, "two_factor.backup_codes", undefined, { left: codes.length });
    return codes;
  });
}

function note(
  ctx: Ctx,
  action: string,
  before: Record<string, unknown> | undefined,
  after: Record<string, unknown>,
): Promise<void> {
  const { id, kind } = requirePerson(ctx);
  const resellerId = kind === "reseller" ? id : undefined;
  return record(ctx, { action, subject: "account", subjectId: id, resellerId, before, after });
}

function movedOn(): PortalError {
  return new PortalError("conflict", "This was finished or begun anew on another page. Begin once more.");
}
