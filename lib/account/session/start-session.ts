import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { pendingSignIns, secondFactors, trustedDevices } from "#db/schema/access";
import type { Ctx } from "#lib/core/context";
import { type AccountIdentity, type Browser, generateSecret, hashSecret, openSession } from "./session.ts";

/** The cookie's secret after a right password: of a session, or of a pending sign-in with a code. */
export type SessionStart = { secret: string; half: null } | { secret: null; half: string };

/**
 * Starts a session after a right password or link; with a second factor only a pending sign-in, unless the
 * device is trusted. The caller's transaction holds the account.
 */
export async function startSession(
  ctx: Ctx,
  person: AccountIdentity,
  browser: Browser = {},
): Promise<SessionStart> {
  if (!(await needsCode(ctx, person.id, browser.device)))
    return { secret: await openSession(ctx, person, browser), half: null };
  const half = generateSecret();
  await ctx.db.insert(pendingSignIns).values({
    hash: hashSecret(half),
    accountId: person.id,
    deviceHash: browser.device && hashSecret(browser.device),
    expiresAt: sql`now() + interval '10 minutes'`,
  });
  return { secret: null, half };
}

async function needsCode(ctx: Ctx, accountId: number, device: string | undefined): Promise<boolean> {
  const remembered = and(
    eq(trustedDevices.accountId, accountId),
    eq(trustedDevices.deviceHash, device ? hashSecret(device) : ""),
    isNull(trustedDevices.endedAt),
    sql`${trustedDevices.expiresAt} > now()`,
  );
  const [pending] = await ctx.db
    .select({ id: secondFactors.accountId })
    .from(secondFactors)
    .where(
      and(
        eq(secondFactors.accountId, accountId),
        isNotNull(secondFactors.secret),
        sql`not exists (select from ${trustedDevices} where ${remembered})`,
      ),
    );
  return pending !== undefined;
}
