import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { notify } from "#db/listen";
import { resetRequests, secondFactors } from "#db/schema/access";
import { accounts, resellers } from "#db/schema/account";
import { mails } from "#db/schema/mail";
import { type Ctx, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { notFound } from "#lib/core/error";
import { sendsMail, writeMail } from "#lib/mail/write-mail";
import { Email } from "../fields.ts";
import { resetBucket, resetFromBucket, takeTry } from "../throttle.ts";
import { newLink } from "./link.ts";

export const AskForResetInput = z.object({ email: Email });
export type AskForResetInput = z.infer<typeof AskForResetInput>;

/**
 * Asks for a link by which whoever has this e-mail chooses a new password. It does just the same, and takes just as long,
 * whether there is such an account: only background work looks. @throws rate_limited; not_found where no mail is sent.
 */
export async function askForReset(ctx: Ctx, input: AskForResetInput): Promise<void> {
  const { email } = AskForResetInput.parse(input);
  if (!sendsMail()) throw notFound("page");
  await takeTry(
    ctx,
    [resetBucket(email), ...(ctx.address === undefined ? [] : [resetFromBucket(ctx.address)])],
    "email",
  );
  await ctx.db.insert(resetRequests).values({ email });
  await notify(ctx.db, "lane", "resets");
}

/** How long the link works. */
const HOURS = 1;

/** How many such mails one account gets in an hour, whoever asks for them. */
const MOST = 3;

/**
 * Mails the link, if there is an account to mail it to. An admin gets one only with two-factor sign-in: their mailbox
 * alone must not open the desk, and a link asks for the code like a password does.
 */
export async function mailReset(ctx: Ctx, input: AskForResetInput): Promise<void> {
  requireSystem(ctx);
  const { email } = AskForResetInput.parse(input);
  if (!sendsMail()) return;
  await inTransaction(ctx, async (tx) => {
    const account = await findToReset(tx, email);
    if (!account || (account.role === "admin" && !account.hasSecondFactor)) return;
    const lately = sql`${mails.createdAt} > now() - interval '1 hour'`;
    const sent = and(eq(mails.accountId, account.id), eq(mails.kind, "password"), lately);
    if ((await tx.db.$count(mails, sent)) >= MOST) return;
    const { secret } = await newLink(tx, { accountId: account.id, role: account.role, byMailFor: HOURS });
    await writeMail(tx, {
      kind: "password",
      ...{ accountId: account.id, recipient: account.email, hours: HOURS },
      letter: {
        subject: `Choose a new password for ${env().PORTAL_NAME}`,
        paragraphs: [
          `Hello ${account.name},`,
          "Somebody, we hope you, asked for a new password. The link works once, for an hour.",
        ],
        act: { label: "Choose a new password", path: `/welcome/${secret}` },
        because:
          "If it was not you, do nothing: without the link nobody can change your password. Give it to nobody, not to us either.",
      },
    });
  });
}

/** Locks the account; undefined when there is none, or it is closed. */
async function findToReset(ctx: Ctx, email: string) {
  const [account] = await ctx.db
    .select({
      ...{ id: accounts.id, role: accounts.role, email: accounts.email, name: accounts.name },
      hasSecondFactor: sql<boolean>`exists (select from ${secondFactors}
        where ${secondFactors.accountId} = ${accounts.id} and ${secondFactors.secret} is not null)`,
    })
    .from(accounts)
    .where(
      sql`lower(${accounts.email}) = ${email} and ${accounts.closedAt} is null
        and not exists (select from ${resellers} where ${resellers.id} = ${accounts.id} and ${resellers.state} = 'closed')`,
    )
    .for("update");
  return account;
}
