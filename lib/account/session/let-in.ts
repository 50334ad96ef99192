import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { halfSignIns, rememberedDevices, secondFactors } from "#db/schema/access";
import type { Ctx } from "#lib/core/context";
import { type Browser, hashSecret, newSecret, openSession, type Person } from "./session.ts";

/** What a right password opens: a session, or half of one where a code is still to be given. Either belongs into a cookie. */
export type LetIn = { secret: string; half: null } | { secret: null; half: string };

/**
 * Lets somebody in who gave the right password, or a link: with a second factor only half, unless their device needs no code
 * for now. The caller's transaction holds the account.
 */
export async function letIn(ctx: Ctx, person: Person, browser: Browser = {}): Promise<LetIn> {
  if (!(await needsCode(ctx, person.id, browser.device)))
    return { secret: await openSession(ctx, person, browser), half: null };
  const half = newSecret();
  await ctx.db.insert(halfSignIns).values({
    hash: hashSecret(half),
    accountId: person.id,
    deviceHash: browser.device && hashSecret(browser.device),
    expiresAt: sql`now() + interval '10 minutes'`,
  });
  return { secret: null, half };
}

async function needsCode(ctx: Ctx, accountId: number, device: string | undefined): Promise<boolean> {
  const remembered = and(
    eq(rememberedDevices.accountId, accountId),
    eq(rememberedDevices.deviceHash, device ? hashSecret(device) : ""),
    isNull(rememberedDevices.endedAt),
    sql`${rememberedDevices.expiresAt} > now()`,
  );
  const [asked] = await ctx.db
    .select({ id: secondFactors.accountId })
    .from(secondFactors)
    .where(
      and(
        eq(secondFactors.accountId, accountId),
        isNotNull(secondFactors.secret),
        sql`not exists (select from ${rememberedDevices} where ${remembered})`,
      ),
    );
  return asked !== undefined;
}
