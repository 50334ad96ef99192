import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accountLinks, accounts } from "#db/schema/account";
import { record } from "#lib/audit/record";
import { Id } from "#lib/core/amount";
import { actorName, type Ctx, requireAdmin } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { hashSecret, newSecret, type Person } from "../session/session.ts";
import { requireConfirmed } from "./confirm.ts";

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
  /** It goes to its owner by mail, and works for so many hours. Any other works for seven days. */
  byMailFor?: number | undefined;
}

/** A fresh link for an account. Part of its caller's transaction. */
export async function newLink(ctx: Ctx, link: Omit<NewLink, "hash">): Promise<LinkView> {
  const secret = newSecret();
  return { secret, expiresAt: await insertLink(ctx, { ...link, hash: hashSecret(secret) }) };
}

/**
 * Writes a link of an account, and ends those before it. One that goes by mail ends mailed ones only: any visitor may ask for
 * it, and must not void an invitation by that. Part of its caller's transaction.
 * @returns when it ends by itself.
 */
export async function insertLink(
  ctx: Ctx,
  { accountId, role = "reseller", hash, reason, byMailFor }: NewLink,
): Promise<Date> {
  const byMail = byMailFor !== undefined;
  await endLinks(ctx, accountId, byMail ? eq(accountLinks.byMail, true) : undefined);
  const [link] = await ctx.db
    .insert(accountLinks)
    .values({
      accountId,
      hash,
      byMail,
      createdBy: actorName(ctx.actor),
      expiresAt: sql`now() + make_interval(hours => ${byMailFor ?? 7 * 24})`,
    })
    .returning({ expiresAt: accountLinks.expiresAt });
  if (!link) throw new Error("A link was not written.");
  await record(ctx, {
    action: byMail ? "account.link_mailed" : "account.link_issued",
    subject: "account",
    subjectId: accountId,
    resellerId: role === "reseller" ? accountId : undefined,
    reason,
    after: { expiresAt: link.expiresAt },
  });
  return link.expiresAt;
}

export const IssueLinkInput = z.object({ resellerId: Id, reason: Reason });
export type IssueLinkInput = z.infer<typeof IssueLinkInput>;

/**
 * Creates a link by which a reseller chooses a password, and ends the one before. A link opens the wallet, so it asks for the
 * admin's password. @throws not_found; invalid at `confirmPassword`
 */
export async function issueLink(ctx: Ctx, input: IssueLinkInput): Promise<LinkView> {
  requireAdmin(ctx, "resellers");
  const { resellerId, reason } = IssueLinkInput.parse(input);
  await requireConfirmed(ctx);
  return inTransaction(ctx, async (tx) => {
    const [account] = await tx.db
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.id, resellerId), eq(accounts.role, "reseller"), isNull(accounts.closedAt)))
      .for("update");
    if (!account) throw notFound("reseller");
    return newLink(tx, { accountId: account.id, reason });
  });
}

/** Ends the links by which an account's password could still be chosen, or those of one kind. Part of its caller's transaction. */
export async function endLinks(ctx: Ctx, accountId: number, only?: SQL): Promise<void> {
  const { usedAt, endedAt } = accountLinks;
  await ctx.db
    .update(accountLinks)
    .set({ endedAt: sql`now()` })
    .where(and(eq(accountLinks.accountId, accountId), isNull(usedAt), isNull(endedAt), only));
}
