import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { notify } from "#db/listen";
import { resetRequests, secondFactors } from "#db/schema/access";
import { accounts, resellers } from "#db/schema/account";
import { deliveries } from "#db/schema/delivery";
import { Email } from "#lib/account/fields";
import { consumeAttempt, passwordResetAddressBucket, passwordResetBucket } from "#lib/account/throttle";
import { type Ctx, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { notFoundError } from "#lib/core/error";
import { formatTime } from "#lib/core/time/time";
import { isMailEnabled, queueMail } from "#lib/mail/queue-mail";
import { createMailedLink } from "./mailed-link.ts";

export const RequestPasswordResetInput = z.object({ email: Email });
export type RequestPasswordResetInput = z.infer<typeof RequestPasswordResetInput>;

/**
 * Requests a link to choose a new password. It does the same work in the same time whether the account
 * exists, because only the worker looks for it.
 * @throws rate_limited; not_found where no mail is sent.
 */
export async function requestPasswordReset(ctx: Ctx, input: RequestPasswordResetInput): Promise<void> {
  const { email } = RequestPasswordResetInput.parse(input);
  if (!isMailEnabled()) throw notFoundError("page");
  await consumeAttempt(
    ctx,
    [
      passwordResetBucket(email, ctx.address),
      ...(ctx.address === undefined ? [] : [passwordResetAddressBucket(ctx.address)]),
    ],
    "email",
  );
  await ctx.db.insert(resetRequests).values({ email });
  await notify(ctx.db, "lane", "resets");
}

/**
 * Maximum number of reset mails that one account gets in an hour, since it last used a link. A link lives as
 * long, so that the mailbox of an account that gets no further mail has one that works.
 */
const MAX_MAILS_PER_HOUR = 3;

/**
 * Mails the link, if the account exists; a repeated request mails the same link again, so that a stranger's
 * can't end the owner's. An admin gets one only with two-factor sign-in: their mailbox alone must not open
 * the admin pages, and a link requires the code as a password does.
 */
export async function mailPasswordReset(ctx: Ctx, input: RequestPasswordResetInput): Promise<void> {
  requireSystem(ctx);
  const { email } = RequestPasswordResetInput.parse(input);
  if (!isMailEnabled()) return;
  await inTransaction(ctx, async (tx) => {
    const account = await lockAccountToReset(tx, email);
    if (!account || (account.role === "admin" && !account.hasSecondFactor)) return;
    const recent = sql`${deliveries.channel} = 'mail'
      and ${deliveries.createdAt} > greatest(
        now() - interval '1 hour',
        (select max(used_at) from password_links where account_id = ${account.id} and by_email))`;
    const sent = and(eq(deliveries.accountId, account.id), eq(deliveries.type, "password"), recent);
    if ((await tx.db.$count(deliveries, sent)) >= MAX_MAILS_PER_HOUR) return;
    const { secret, expiresAt } = await createMailedLink(tx, account);
    await queueMail(tx, {
      kind: "password",
      accountId: account.id,
      recipient: account.email,
      hours: 1,
      letter: {
        subject: `Choose a new password for ${env().PORTAL_NAME}`,
        paragraphs: [
          `Hello ${account.name},`,
          `We received a request to reset your password. The link works once, until ${formatTime(expiresAt)}.`,
        ],
        act: { label: "Choose a new password", path: `/welcome/${secret}` },
        because:
          "If you didn’t request this, ignore this email: your password can’t be changed without the link. Never share it, not even with us.",
      },
    });
  });
}

/** Locks the account; returns undefined when it doesn't exist or is closed. */
async function lockAccountToReset(ctx: Ctx, email: string) {
  const [account] = await ctx.db
    .select({
      id: accounts.id,
      role: accounts.role,
      email: accounts.email,
      name: accounts.name,
      hasSecondFactor: sql<boolean>`exists (select from ${secondFactors}
        where ${secondFactors.accountId} = ${accounts.id} and ${secondFactors.secret} is not null)`,
    })
    .from(accounts)
    .where(
      sql`lower(${accounts.email}) = ${email} and ${accounts.closedAt} is null
        and not exists (
          select from ${resellers} where ${resellers.id} = ${accounts.id} and ${resellers.state} = 'closed')`,
    )
    .for("update");
  return account;
}
