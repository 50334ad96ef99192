import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { signUps } from "#db/schema/account";
import { createCredentials } from "#lib/account/create-account";
import { insertPasswordLink } from "#lib/account/password/password-link";
import { insertReseller } from "#lib/account/reseller/create-reseller";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, formatActor, LEVELS, requireAdmin } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { Reason } from "#lib/core/text/reason";

export const ApproveSignUpInput = z.object({
  id: Id,
  level: z.enum(LEVELS, "Choose a level."),
  reason: Reason,
});
export type ApproveSignUpInput = z.infer<typeof ApproveSignUpInput>;

/**
 * Opens the requested account. The secret address of the request becomes the link to choose
 * a password. Admins only.
 * @throws not_found; conflict when it was decided meanwhile, or the email has an account;
 * invalid at `confirmPassword`
 */
export async function approveSignUp(ctx: Ctx, input: ApproveSignUpInput): Promise<{ resellerId: number }> {
  requireAdmin(ctx, "resellers");
  const { id, level, reason } = ApproveSignUpInput.parse(input);
  await requireConfirmation(ctx);
  const credentials = await createCredentials({ email: "", name: "" });
  return inTransaction(ctx, async (tx) => {
    const { email, name, hash } = await lockPendingSignUp(tx, id);
    const resellerId = await insertReseller(tx, { email, name, level }, credentials, reason);
    await insertPasswordLink(tx, { accountId: resellerId, hash });
    await recordSignUpDecision(tx, id, { state: "approved", resellerId }, reason);
    return { resellerId };
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
export async function recordSignUpDecision(ctx: Ctx, id: number, decision: SignUpDecision, reason: string) {
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
