import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts, passwordLinks } from "#db/schema/account";
import { approvalRequests } from "#db/schema/reconcile";
import { recordAccountAudit } from "#lib/account/record-account-audit";
import { countOpenedWallet } from "#lib/account/reseller/count-opened-wallet";
import { type AccountIdentity, generateSecret, hashSecret } from "#lib/account/session/session";
import {
  isAwaitingApproval,
  isPendingApproval,
  type PendingApproval,
  runOrRequestApproval,
} from "#lib/audit/approval-request";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, formatActor, requireAdmin } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { Reason } from "#lib/core/text/reason";

export interface PasswordLinkView {
  /** The secret at the end of the address, shown only once and stored as a hash. */
  secret: string;
  expiresAt: Date;
}

interface NewPasswordLink {
  accountId: number;
  /** A reseller's by default. */
  role?: AccountIdentity["role"];
  hash: string;
  reason?: string | undefined;
  /** The end of a link that is mailed to its owner. Other links work for seven days. */
  mailedUntil?: Date | undefined;
}

/** Creates a link for an account. Part of its caller's transaction. */
export async function createPasswordLink(
  ctx: Ctx,
  link: Omit<NewPasswordLink, "hash" | "mailedUntil">,
): Promise<PasswordLinkView> {
  const secret = generateSecret();
  return { secret, expiresAt: await insertPasswordLink(ctx, { ...link, hash: hashSecret(secret) }) };
}

/**
 * Inserts a link of an account, and ends earlier ones. A mailed link ends only mailed ones: any visitor may
 * request one, and must not void an invitation. Part of its caller's transaction.
 * @returns the time at which it expires.
 */
export async function insertPasswordLink(
  ctx: Ctx,
  { accountId, role = "reseller", hash, reason, mailedUntil }: NewPasswordLink,
): Promise<Date> {
  const byEmail = mailedUntil !== undefined;
  await endPasswordLinks(ctx, accountId, byEmail ? eq(passwordLinks.byEmail, true) : undefined);
  const [link] = await ctx.db
    .insert(passwordLinks)
    .values({
      accountId,
      hash,
      byEmail,
      createdBy: formatActor(ctx.actor),
      expiresAt: mailedUntil ?? sql`now() + interval '7 days'`,
    })
    .returning({ expiresAt: passwordLinks.expiresAt });
  if (!link) throw new Error("A link was not written.");
  await recordAccountAudit(
    ctx,
    { id: accountId, role },
    {
      action: byEmail ? "account.link_mailed" : "account.link_issued",
      reason,
      after: { expiresAt: link.expiresAt },
    },
  );
  return link.expiresAt;
}

export const CreateResellerPasswordLinkInput = z.object({ resellerId: Id, reason: Reason });
export type CreateResellerPasswordLinkInput = z.infer<typeof CreateResellerPasswordLinkInput>;

/** A link that works once another owner has approved it. */
export interface PendingPasswordLink extends PendingApproval, Pick<PasswordLinkView, "secret"> {}

/**
 * Creates a link by which a reseller chooses a password, and ends the earlier one. A link opens the wallet,
 * so it requires the admin's password. The wallet counts towards the admin's daily limit; above it, the link
 * needs the approval of another owner, where there is one.
 * @throws not_found; conflict when a request waits already; invalid at `confirmPassword`
 */
export async function createResellerPasswordLink(
  ctx: Ctx,
  input: CreateResellerPasswordLinkInput,
): Promise<PasswordLinkView | PendingPasswordLink> {
  requireAdmin(ctx, "resellers");
  const { resellerId, reason } = CreateResellerPasswordLinkInput.parse(input);
  await requireConfirmation(ctx);
  const secret = generateSecret();
  const wanted = { resellerId, reason, hash: hashSecret(secret) };
  return inTransaction(ctx, async (tx) => {
    const owner = await countOpenedWallet(tx, resellerId);
    if (!owner || owner.isWithinLimit) return { secret, expiresAt: await applyPasswordLink(tx, wanted) };
    const change = {
      kind: "settings" as const,
      reason,
      resellerId,
      about: `password link ${resellerId}`,
      subject: { subject: "account", subjectId: resellerId },
      facts: {
        before: { reseller: owner.name, "password link": "none" },
        after: { reseller: owner.name, "password link": "created" },
      },
      input: { change: "password_link" as const, wanted },
    };
    const done = await runOrRequestApproval(tx, change, (tx) => applyPasswordLink(tx, wanted));
    return isPendingApproval(done) ? { ...done, secret } : { secret, expiresAt: done };
  });
}

/** Whether a link doesn't work yet because it awaits another owner's approval. */
export async function isPasswordLinkAwaitingApproval(ctx: Ctx, secret: string): Promise<boolean> {
  const { kind, input } = approvalRequests;
  const [request] = await ctx.db
    .select({ id: approvalRequests.id })
    .from(approvalRequests)
    .where(
      and(
        eq(kind, "settings"),
        isAwaitingApproval,
        sql`${input} ->> 'change' = 'password_link'
          and ${input} -> 'wanted' ->> 'hash' = ${hashSecret(secret)}`,
      ),
    );
  return request !== undefined;
}

const NewResellerLink = CreateResellerPasswordLinkInput.extend({ hash: z.string() });

/** Creates it after the caller's permission checks. @returns when it expires. @throws not_found */
export async function applyPasswordLink(ctx: Ctx, input: unknown): Promise<Date> {
  const { resellerId, reason, hash } = NewResellerLink.parse(input);
  return inTransaction(ctx, async (tx) => {
    const [account] = await tx.db
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.id, resellerId), eq(accounts.role, "reseller"), isNull(accounts.closedAt)))
      .for("update");
    if (!account) throw notFoundError("reseller");
    return insertPasswordLink(tx, { accountId: account.id, hash, reason });
  });
}

/** Ends the open password links of an account, or those of one kind. Part of its caller's transaction. */
export async function endPasswordLinks(ctx: Ctx, accountId: number, only?: SQL): Promise<void> {
  const { usedAt, endedAt } = passwordLinks;
  await ctx.db
    .update(passwordLinks)
    .set({ endedAt: sql`now()` })
    .where(and(eq(passwordLinks.accountId, accountId), isNull(usedAt), isNull(endedAt), only));
}
