import { and, count, eq, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { z } from "zod";
import { backupCodes, secondFactors } from "#db/schema/access";
import { recordAccountAudit } from "#lib/account/record-account-audit";
import type { AccountIdentity } from "#lib/account/session/session";
import type { Ctx } from "#lib/core/context";
import { invalidError, PortalError } from "#lib/core/error";
import { log } from "#lib/core/log";
import { instant, readRow } from "#lib/core/read-rows";
import { computeKeyedHash, computeKeyedHashes, unseal } from "#lib/core/seal";
import { formatExactTime } from "#lib/core/time/time";
import { findTimeStep } from "./totp.ts";

/** A code of the app or a backup code, in any grouping. */
export const OneTimeCode = z
  .string()
  .max(60)
  .transform((text) => text.replace(/[\s-]/g, "").toLowerCase())
  .pipe(z.string().min(1, "Enter the code."));

/** The result of a code. A right one is consumed. */
export type CodeResult = "right" | "used" | "wrong";

/**
 * Consumes a code of an account: one of the app once in its 30 seconds, a backup code once, also for parallel
 * calls. The caller counts attempts. Part of its caller's transaction.
 */
export async function consumeCode(
  ctx: Ctx,
  person: Pick<AccountIdentity, "id" | "role">,
  code: string,
): Promise<CodeResult> {
  return /^\d{6}$/.test(code) ? consumeAppCode(ctx, person.id, code) : consumeBackupCode(ctx, person, code);
}

async function consumeAppCode(ctx: Ctx, accountId: number, code: string): Promise<CodeResult> {
  const [row] = await ctx.db
    .select({ secret: secondFactors.secret, now: sql<string>`extract(epoch from clock_timestamp()) * 1000` })
    .from(secondFactors)
    .where(and(eq(secondFactors.accountId, accountId), isNotNull(secondFactors.secret)));
  const step = row?.secret
    ? findTimeStep(unsealSecret(row.secret, accountId), code, Number(row.now))
    : undefined;
  if (!row?.secret || step === undefined) return "wrong";
  return (await consumeTimeStep(ctx, accountId, row.secret, step)) ? "right" : "used";
}

async function consumeTimeStep(ctx: Ctx, accountId: number, secret: string, step: number): Promise<boolean> {
  const { lastStep } = secondFactors;
  const updated = await ctx.db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(
      and(
        eq(secondFactors.accountId, accountId),
        eq(secondFactors.secret, secret),
        or(isNull(lastStep), lt(lastStep, step)),
      ),
    )
    .returning({ accountId: secondFactors.accountId });
  return updated.length > 0;
}

async function consumeBackupCode(ctx: Ctx, person: Pick<AccountIdentity, "id" | "role">, code: string) {
  const isOwnCode = eq(backupCodes.accountId, person.id);
  const used = await ctx.db
    .update(backupCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        isOwnCode,
        inArray(backupCodes.hash, computeKeyedHashes(code, "backup codes")),
        isNull(backupCodes.usedAt),
      ),
    )
    .returning({ id: backupCodes.id });
  if (used.length === 0) return "wrong";
  const [left] = await ctx.db
    .select({ count: count() })
    .from(backupCodes)
    .where(and(isOwnCode, isNull(backupCodes.usedAt)));
  await recordAccountAudit(ctx, person, {
    action: "two_factor.backup_used",
    after: { left: left?.count ?? 0 },
  });
  return "right";
}

export const hashBackupCode = (code: string) => computeKeyedHash(code, "backup codes");

/**
 * Creates the error for a wrong or used code. A wrong clock makes every code wrong: it says by which they are
 * checked.
 */
export async function invalidCodeError(ctx: Ctx, tried: Exclude<CodeResult, "right">, field: string) {
  if (tried === "used")
    return invalidError(field, "This code was already used. Wait up to 30 seconds for the next one.");
  const { now } = await readRow(ctx.db, z.object({ now: instant }))`
    select clock_timestamp() as now`;
  return invalidError(
    field,
    `This code isn’t valid. Enter the code that your app shows now. If it fails again, compare clocks: the portal’s says ${formatExactTime(now)}. Set your phone’s to automatic.`,
  );
}

function unsealSecret(sealed: string, accountId: number): string {
  try {
    return unseal(sealed, "second factors");
  } catch (cause) {
    log.error("two_factor.unreadable", { account: accountId });
    const message = "The portal can’t check codes of this app. Use a backup code or contact support.";
    throw new PortalError("conflict", message, { cause });
  }
}
