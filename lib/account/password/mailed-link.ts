import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { passwordLinks } from "#db/schema/account";
import { type AccountIdentity, hashSecret } from "#lib/account/session/session";
import type { Ctx } from "#lib/core/context";
import { instant, readRow } from "#lib/core/read-rows";
import { computeKeyedHash } from "#lib/core/seal";
import { insertPasswordLink, type PasswordLinkView } from "./password-link.ts";

/** An open link is mailed again while it works for this long; after that a new one replaces it. */
const MIN_REMAINDER = sql`interval '10 minutes'`;

/**
 * Creates a link that is mailed to its owner and works for an hour, or returns the open one. Its secret
 * is derived from its account and end, since only its hash is stored. Part of its caller's transaction,
 * which holds the account.
 */
export async function createMailedLink(
  ctx: Ctx,
  { id, role }: Pick<AccountIdentity, "id" | "role">,
): Promise<PasswordLinkView> {
  const [open] = await ctx.db
    .select({ hash: passwordLinks.hash, expiresAt: passwordLinks.expiresAt })
    .from(passwordLinks)
    .where(
      and(
        eq(passwordLinks.accountId, id),
        eq(passwordLinks.byEmail, true),
        isNull(passwordLinks.usedAt),
        isNull(passwordLinks.endedAt),
        sql`${passwordLinks.expiresAt} > now() + ${MIN_REMAINDER}`,
      ),
    );
  // Another key derives another secret.
  if (open && hashSecret(deriveSecret(id, open.expiresAt)) === open.hash)
    return { secret: deriveSecret(id, open.expiresAt), expiresAt: open.expiresAt };
  const { expiresAt } = await readRow(ctx.db, z.object({ expiresAt: instant }))`
    select now() + interval '1 hour' as expires_at`;
  const secret = deriveSecret(id, expiresAt);
  await insertPasswordLink(ctx, { accountId: id, role, hash: hashSecret(secret), mailedUntil: expiresAt });
  return { secret, expiresAt };
}

const deriveSecret = (accountId: number, expiresAt: Date) =>
  computeKeyedHash(`${accountId} ${expiresAt.toISOString()}`, "password links");
