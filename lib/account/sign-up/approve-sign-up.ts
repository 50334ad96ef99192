import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { signUps } from "#db/schema/account";
import { createCredentials } from "#lib/account/create-account";
import { insertPasswordLink } from "#lib/account/password/password-link";
import { insertReseller } from "#lib/account/reseller/create-reseller";
import { generateSecret, hashSecret } from "#lib/account/session/session";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, formatActor, LEVELS, requireAdmin } from "#lib/core/context";
import { env } from "#lib/core/env";
import { notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { OptionalReason, Reason } from "#lib/core/text/reason";
import { formatTime } from "#lib/core/time/time";
import { isMailEnabled, queueMail } from "#lib/mail/queue-mail";
import { endApplication, startAgent } from "./agent-invitation.ts";

export const ApproveSignUpInput = z.object({
  id: Id,
  level: z.enum(LEVELS, "Choose a level."),
  reason: OptionalReason,
});
export type ApproveSignUpInput = z.infer<typeof ApproveSignUpInput>;

interface Approval {
  resellerId: number;
  /** Whether an email tells the applicant. */
  isMailed: boolean;
}

/**
 * Opens the requested account, and emails its owner a link to start. The secret address of the request becomes
 * such a link too. One who came by an agent's invitation begins as an agent, where its parent may have one more.
 * Admins only.
 * @throws not_found; conflict when it was decided meanwhile, or the email has an account;
 * invalid at `confirmPassword`, for a level with better prices
 */
export async function approveSignUp(ctx: Ctx, input: ApproveSignUpInput): Promise<Approval> {
  requireAdmin(ctx, "resellers");
  const { id, level, reason } = ApproveSignUpInput.parse(input);
  // The first level gives access alone: an empty wallet, at the prices of everyone.
  if (level !== LEVELS[0]) await requireConfirmation(ctx);
  const credentials = await createCredentials({ email: "", name: "" });
  return inTransaction(ctx, async (tx) => {
    const { email, name, hash } = await lockPendingSignUp(tx, id);
    const resellerId = await insertReseller(tx, { email, name, level }, credentials, reason);
    await insertPasswordLink(tx, { accountId: resellerId, hash });
    await recordSignUpDecision(tx, id, { state: "approved", resellerId }, reason);
    await startAgent(tx, { signUpId: id, agentId: resellerId });
    const isMailed = isMailEnabled();
    if (isMailed) await mailApproval(tx, { resellerId, email, name });
    return { resellerId, isMailed };
  });
}

const START_LINK_HOURS = 7 * 24;

/** Emails a link of its own: the secret of the request’s is not stored. */
async function mailApproval(
  tx: Ctx,
  { resellerId, email, name }: { resellerId: number; email: string; name: string },
): Promise<void> {
  const secret = generateSecret();
  const until = new Date(Date.now() + START_LINK_HOURS * 3_600_000);
  await insertPasswordLink(tx, { accountId: resellerId, hash: hashSecret(secret), mailedUntil: until });
  await queueMail(tx, {
    kind: "password",
    accountId: resellerId,
    recipient: email,
    hours: START_LINK_HOURS,
    letter: {
      subject: `You can sell now: your account at ${env().PORTAL_NAME} is open`,
      paragraphs: [
        `Hello ${name},`,
        `We approved your request. Choose your password, and your first page shows the way to your first sale. The link works once, until ${formatTime(until)}.`,
      ],
      act: { label: "Start selling", path: `/welcome/${secret}` },
      because:
        "If you didn’t request this, ignore this email: the account can’t be used without the link. Never share it, not even with us.",
    },
  });
}

export const RejectSignUpInput = z.object({
  id: Id,
  /** The reason, which the applicant reads. */
  reason: Reason,
});
export type RejectSignUpInput = z.infer<typeof RejectSignUpInput>;

/** Rejects a sign-up with a reason. Admins only. @throws not_found; conflict when decided meanwhile */
export async function rejectSignUp(ctx: Ctx, input: RejectSignUpInput): Promise<void> {
  requireAdmin(ctx, "resellers");
  const { id, reason } = RejectSignUpInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    await lockPendingSignUp(tx, id);
    await recordSignUpDecision(tx, id, { state: "rejected", reason }, reason);
    await endApplication(tx, id, "The operator rejected the request.");
  });
}

type SignUpDecision = { state: "approved"; resellerId: number } | { state: "rejected"; reason: string };

/** Locks a pending sign-up. Part of its caller's transaction. @throws not_found, conflict */
export async function lockPendingSignUp(ctx: Ctx, id: number): Promise<typeof signUps.$inferSelect> {
  const [request] = await ctx.db.select().from(signUps).where(eq(signUps.id, id)).for("update");
  if (!request) throw notFoundError("sign-up request");
  if (request.state !== "pending") throw await explainConflict(ctx, { subject: "sign-up", subjectId: id });
  return request;
}

/** Saves the decision and its audit record. Part of its caller's transaction. */
export async function recordSignUpDecision(
  ctx: Ctx,
  id: number,
  decision: SignUpDecision,
  reason: string | undefined,
): Promise<void> {
  await ctx.db
    .update(signUps)
    .set({ ...decision, decidedAt: sql`now()`, decidedBy: formatActor(ctx.actor) })
    .where(and(eq(signUps.id, id), eq(signUps.state, "pending")));
  await recordAudit(ctx, {
    action: `sign_up.${decision.state}`,
    subject: "sign-up",
    subjectId: id,
    resellerId: decision.state === "approved" ? decision.resellerId : undefined,
    reason,
    before: { state: "pending" },
    after: { state: decision.state },
  });
}
