import { and, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { passkeyChallenges } from "#db/schema/access";
import { hashSecret } from "#lib/account/session/session";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";

/** The scope of a challenge: the account that adds a passkey, or the browser that signs in. */
export type ChallengeScope =
  | { accountId: number; deviceHash: null }
  | { accountId: null; deviceHash: string };

/** Returns the portal's identity for WebAuthn. */
export function getRelyingParty() {
  const { NEXTAUTH_URL, PORTAL_NAME } = env();
  const { origin, hostname } = new URL(NEXTAUTH_URL);
  return { name: PORTAL_NAME, id: hostname, origin };
}

export async function saveChallenge(ctx: Ctx, challenge: string, scope: ChallengeScope): Promise<void> {
  const expiresAt = sql`now() + interval '5 minutes'`;
  await ctx.db.insert(passkeyChallenges).values({ hash: hashSecret(challenge), ...scope, expiresAt });
}

/** Consumes a challenge. @returns whether it was open in this scope */
export async function consumeChallenge(
  ctx: Ctx,
  challenge: string,
  { accountId, deviceHash }: ChallengeScope,
): Promise<boolean> {
  const deleted = await ctx.db
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
  return deleted.length > 0;
}

export const base64url = (most: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(most);

/** Describes what a device responds to a challenge, with these fields of its own. */
export const deviceResponse = <Fields extends z.core.$ZodShape>(fields: Fields) =>
  z.object({
    id: base64url(1_400),
    rawId: base64url(1_400),
    type: z.literal("public-key"),
    response: z.object({ clientDataJSON: base64url(4_000), ...fields }),
    clientExtensionResults: z.object({}).catch({}),
  });
