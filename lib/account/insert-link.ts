import { sql } from "drizzle-orm";
import { accountLinks } from "#db/schema/account";
import { record } from "#lib/audit/record";
import { actorName, type Ctx } from "#lib/core/context";
import { endLinks } from "./end-links.ts";
import { hashSecret, newSecret } from "./session.ts";

export interface LinkView {
  /** What the address ends with; shown this once, not kept. */
  secret: string;
  expiresAt: Date;
}

/** A fresh link for an account. Part of its caller's transaction. */
export async function newLink(
  ctx: Ctx,
  { accountId, reason }: { accountId: number; reason?: string },
): Promise<LinkView> {
  const secret = newSecret();
  return { secret, expiresAt: await insertLink(ctx, { accountId, hash: hashSecret(secret), reason }) };
}

/**
 * Writes the one link of an account that works, and ends any before it. Part of its caller's transaction.
 * @returns when it ends by itself.
 */
export async function insertLink(
  ctx: Ctx,
  { accountId, hash, reason }: { accountId: number; hash: string; reason?: string | undefined },
): Promise<Date> {
  await endLinks(ctx, accountId);
  const [link] = await ctx.db
    .insert(accountLinks)
    .values({
      accountId,
      hash,
      createdBy: actorName(ctx.actor),
      expiresAt: sql`now() + interval '7 days'`,
    })
    .returning({ expiresAt: accountLinks.expiresAt });
  if (!link) throw new Error("A link was not written.");
  await record(ctx, {
    action: "account.link_issued",
    subject: "account",
    subjectId: accountId,
    resellerId: accountId,
    reason,
    after: { expiresAt: link.expiresAt },
  });
  return link.expiresAt;
}
