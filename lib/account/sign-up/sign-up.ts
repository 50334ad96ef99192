import { eq } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { signUps } from "#db/schema/account";
import { Email, Name } from "#lib/account/fields";
import { generateSecret, hashSecret } from "#lib/account/session/session";
import { consumeAttempt, signUpBucket, signUpEmailBucket } from "#lib/account/throttle";
import { recordAudit } from "#lib/audit/record-audit";
import { readSettings } from "#lib/audit/settings/read-settings";
import { type Ctx, requireReseller } from "#lib/core/context";
import { env } from "#lib/core/env";
import { PortalError } from "#lib/core/error";
import { toMobileNumber } from "#lib/core/text/contact-phone";
import { isMailEnabled, queueMail } from "#lib/mail/queue-mail";
import { acceptAgentInvitation } from "./agent-invitation.ts";
import { signUpSettings } from "./sign-up-settings.ts";

export const SignUpInput = z.object({
  email: Email,
  name: Name,
  phone: z.string("Enter a phone number.").max(40).transform(toMobileNumber),
  about: z.string().trim().max(500, "Use at most 500 characters.").default(""),
  /** The code of the link that brought the applicant; an invalid one doesn’t reject them. */
  referralCode: z.string().trim().min(1).max(20).optional().catch(undefined),
  /** The secret of an agent's invitation, in place of a referral: one reseller is paid for once. */
  invitation: z.string().trim().min(1).max(200).optional(),
});
export type SignUpInput = z.input<typeof SignUpInput>;

export type SignUpResult =
  /** The secret of the address that shows the status, and by which the applicant chooses a password later. */
  | { secret: string; sentTo: null }
  /** The email to which the address was sent. */
  | { secret: null; sentTo: string };

/**
 * Requests an account. Where email is sent, the address by which the applicant chooses a password is only in
 * an email: an account is never opened under the email of another person. It looks nothing up by the email,
 * so that the response reveals nothing about it.
 * @throws not_found while sign-up is closed, except by an agent's invitation; conflict for an invitation that has
 * ended; rate_limited.
 */
export async function signUp(ctx: Ctx, input: SignUpInput): Promise<SignUpResult> {
  const { invitation, referralCode, ...wanted } = SignUpInput.parse(input);
  if (invitation === undefined && !(await readSettings(ctx, signUpSettings)).open)
    throw new PortalError("not_found", "This page doesn’t exist.");
  if (ctx.address !== undefined)
    await consumeAttempt(ctx, [signUpBucket(ctx.address), signUpEmailBucket(wanted.email)]);
  const isMailed = isMailEnabled();
  const secret = generateSecret();
  await inTransaction(ctx, async (tx) => {
    const [request] = await tx.db
      .insert(signUps)
      .values({
        ...wanted,
        address: ctx.address,
        hash: hashSecret(secret),
        referralCode: invitation === undefined ? referralCode : undefined,
      })
      .returning({ id: signUps.id });
    if (!request) throw new Error("A sign-up was not written.");
    const { email, name } = wanted;
    await recordAudit(tx, {
      action: "sign_up.requested",
      subject: "sign-up",
      subjectId: request.id,
      after: { email, name },
    });
    if (invitation !== undefined) await acceptAgentInvitation(tx, invitation, request.id);
    if (isMailed) await queueMail(tx, createSignUpMail(wanted, secret));
  });
  return isMailed ? { secret: null, sentTo: wanted.email } : { secret, sentTo: null };
}

const createSignUpMail = ({ email, name }: Pick<SignUpInput, "email" | "name">, secret: string) => ({
  kind: "password" as const,
  accountId: null,
  recipient: email,
  hours: 24,
  letter: {
    subject: `Your request for an account at ${env().PORTAL_NAME}`,
    paragraphs: [
      `Hello ${name},`,
      "We received your request and review it. Keep this email: its link shows the status, and after approval you choose your password there.",
    ],
    act: { label: "Show my request", path: `/welcome/${secret}` },
    because:
      "If you didn’t request this, ignore this email: the account can’t be opened without the link. Never share it, not even with us.",
  },
});

/** Gets the phone number that the acting reseller signed up with; null for one whom an admin added. */
export async function getSignUpPhone(ctx: Ctx): Promise<string | null> {
  const { id } = requireReseller(ctx);
  const [row] = await ctx.db.select({ phone: signUps.phone }).from(signUps).where(eq(signUps.resellerId, id));
  return row?.phone ?? null;
}
