import { and, eq, gt, sql } from "drizzle-orm";
import { passkeyChallenges } from "#db/schema/access";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { hashSecret } from "../session/session.ts";

/** Where a challenge may be answered: by the account that adds a passkey, or in the browser that signs in. */
export type Asked = { accountId: number; deviceHash: null } | { accountId: null; deviceHash: string };

/** The portal's address, as devices know it. */
export function relyingParty() {
  const { NEXTAUTH_URL, PORTAL_NAME } = env();
  const { origin, hostname } = new URL(NEXTAUTH_URL);
  return { name: PORTAL_NAME, id: hostname, origin };
}

export async function keepChallenge(ctx: Ctx, challenge: string, asked: Asked): Promise<void> {
  const expiresAt = sql`now() + interval '5 minutes'`;
  await ctx.db.insert(passkeyChallenges).values({ hash: hashSecret(challenge), ...asked, expiresAt });
}

/** Uses a challenge up. @returns whether it was open, and asked there */
export async function takeChallenge(
  ctx: Ctx,
  challenge: string,
  { accountId, deviceHash }: Asked,
): Promise<boolean> {
  const taken = await ctx.db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.hash, hashSecret(challenge)),
        gt(passkeyChallenges.expiresAt, sql`now()`),
        accountId === null
          ? eq(passkeyChallenges.deviceHash, deviceHash)
          : eq(passkeyChallenges.accountId, accountId),
      ),
    )
    .returning({ id: passkeyChallenges.id });
  return taken.length > 0;
}
