import { and, count, eq, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { z } from "zod";
import { backupCodes, secondFactors } from "#db/schema/access";
import { record } from "#lib/audit/record";
import type { Ctx } from "#lib/core/context";
import { invalid, PortalError } from "#lib/core/error";
import { log } from "#lib/core/log";
import { keyedHash, keyedHashes, unseal } from "#lib/core/sealed";
import type { Person } from "../session/session.ts";
import { stepOf } from "./totp.ts";

/** A code of the app or a backup code, however it is grouped. */
export const Code = z
  .string()
  .max(60)
  .transform((text) => text.replace(/[\s-]/g, "").toLowerCase())
  .pipe(z.string().min(1, "Type the code."));

/** What came of a code. A right one is used up. */
export type Tried = "right" | "used" | "wrong";

/**
 * Takes a code of an account: one of the app once in its 30 seconds, a backup code once at all; of many who give the same at
 * the same moment one gets through. Tries are the caller's to count. Part of its caller's transaction.
 */
export async function takeCode(ctx: Ctx, person: Pick<Person, "id" | "role">, code: string): Promise<Tried> {
  return /^\d{6}$/.test(code) ? takeAppCode(ctx, person.id, code) : takeBackupCode(ctx, person, code);
}

async function takeAppCode(ctx: Ctx, accountId: number, code: string): Promise<Tried> {
  const [row] = await ctx.db
    .select({
      secret: secondFactors.secret,
      now: sql<string>`extract(epoch from clock_timestamp()) * 1000`,
    })
    .from(secondFactors)
    .where(and(eq(secondFactors.accountId, accountId), isNotNull(secondFactors.secret)));
  const step = row?.secret ? stepOf(readable(row.secret, accountId), code, Number(row.now)) : undefined;
  if (!row?.secret || step === undefined) return "wrong";
  return (await takeStep(ctx, accountId, row.secret, step)) ? "right" : "used";
}

async function takeStep(ctx: Ctx, accountId: number, secret: string, step: number): Promise<boolean> {
  const { lastStep } = secondFactors;
  const taken = await ctx.db
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
  return taken.length > 0;
}

async function takeBackupCode(ctx: Ctx, { id, role }: Pick<Person, "id" | "role">, code: string) {
  const own = eq(backupCodes.accountId, id);
  const used = await ctx.db
    .update(backupCodes)
    .set({ usedAt: sql`now()` })
    .where(and(own, inArray(backupCodes.hash, keyedHashes(code, "backup codes")), isNull(backupCodes.usedAt)))
    .returning({ id: backupCodes.id });
  if (used.length === 0) return "wrong";
  const [left] = await ctx.db
    .select({ count: count() })
    .from(backupCodes)
    .where(and(own, isNull(backupCodes.usedAt)));
  await record(ctx, {
    action: "two_factor.backup_used",
    subject: "account",
    subjectId: id,
    resellerId: role === "reseller" ? id : undefined,
    after: { left: left?.count ?? 0 },
  });
  return "right";
}

export const hashBackupCode = (code: string) => keyedHash(code, "backup codes");

/** What whoever gave a code that was not right is told. */
export function refuseCode(tried: Exclude<Tried, "right">, field: string) {
  return tried === "used"
    ? invalid(field, "This code was used already. Wait for the next one, up to 30 seconds.")
    : invalid(field, "This code is not right, or not any more. Type the one that your app shows now.");
}

function readable(sealed: string, accountId: number): string {
  try {
    return unseal(sealed, "second factors");
  } catch (cause) {
    log.error("two-factor.unreadable", { account: accountId });
    const words = "The portal cannot check codes of this app any more. Use a backup code, or ask for help.";
    throw new PortalError("conflict", words, { cause });
  }
}
