import { sql } from "drizzle-orm";
import { accountLinks } from "#db/schema/account";
import { record } from "#lib/audit/record";
import { actorName, type Ctx } from "#lib/core/context";
import { endLinks } from "./end-links.ts";
import { hashSecret, newSecret, type Person } from "./session.ts";

export interface LinkView {
  /** What the address ends with; shown this once, not kept. */
  secret: string;
  expiresAt: Date;
}

interface NewLink {
  accountId: number;
  /** A reseller's unless said otherwise. */
  role?: Person["role"];
  hash: string;
  reason?: string | undefined;
}

/** A fresh link for an account. Part of its caller's transaction. */
export async function newLink(ctx: Ctx, link: Omit<NewLink, "hash">): Promise<LinkView> {
  const secret = newSecret();
  return { secret, expiresAt: await insertLink(ctx, { ...link, hash: hashSecret(secret) }) };
}

/**
 * Writes the one link of an account that works, and ends any before it. Part of its caller's transaction.
 * @returns when it ends by itself.
 */
export async function insertLink(
  ctx: Ctx,
  { accountId, role = "reseller", hash, reason }: NewLink,
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
    resellerId: role === "reseller" ? accountId : undefined,
    reason,
    after: { expiresAt: link.expiresAt },
  });
  return link.expiresAt;
}
