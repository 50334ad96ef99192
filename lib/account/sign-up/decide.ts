import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { signUps } from "#db/schema/account";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { Id } from "#lib/core/amount";
import { actorName, type Ctx, LEVELS, requireAdmin } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { newCredentials } from "../create-account.ts";
import { requireConfirmed } from "../password/confirm.ts";
import { insertLink } from "../password/link.ts";
import { insertReseller } from "../reseller/create.ts";

export const ApproveSignUpInput = z.object({
  id: Id,
  level: z.enum(LEVELS, "Choose a level."),
  reason: Reason,
});
export type ApproveSignUpInput = z.infer<typeof ApproveSignUpInput>;

/**
 * Opens the account that somebody asked for. The address they were given when they asked becomes the link by
 * which they choose their password. Admins only.
 * @throws not_found; conflict when it was decided meanwhile, or the e-mail has an account; invalid at `confirmPassword`
 */
export async function approveSignUp(ctx: Ctx, input: ApproveSignUpInput): Promise<{ resellerId: number }> {
  requireAdmin(ctx, "resellers");
  const { id, level, reason } = ApproveSignUpInput.parse(input);
  await requireConfirmed(ctx);
  const credentials = await newCredentials({ email: "", name: "" });
  return inTransaction(ctx, async (tx) => {
    const { email, name, hash } = await pendingSignUp(tx, id);
    const resellerId = await insertReseller(tx, { email, name, level }, credentials, reason);
    await insertLink(tx, { accountId: resellerId, hash });
    await decideSignUp(tx, id, { state: "approved", resellerId }, reason);
    return { resellerId };
  });
}

export const RefuseSignUpInput = z.object({
  id: Id,
  /** Whoever asked reads it. */
  reason: Reason,
});
export type RefuseSignUpInput = z.infer<typeof RefuseSignUpInput>;

/** Turns a request for an account down, and says why. Admins only. @throws not_found; conflict when decided meanwhile */
export async function refuseSignUp(ctx: Ctx, input: RefuseSignUpInput): Promise<void> {
  requireAdmin(ctx, "resellers");
  const { id, reason } = RefuseSignUpInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    await pendingSignUp(tx, id);
    await decideSignUp(tx, id, { state: "refused", reason }, reason);
  });
}

type Decision = { state: "approved"; resellerId: number } | { state: "refused"; reason: string };

/** The sign-up if it still waits, locked. Part of its caller's transaction. @throws not_found, conflict */
export async function pendingSignUp(ctx: Ctx, id: number): Promise<typeof signUps.$inferSelect> {
  const [asked] = await ctx.db.select().from(signUps).where(eq(signUps.id, id)).for("update");
  if (!asked) throw notFound("request");
  if (asked.state !== "pending") throw await changedMeanwhile(ctx, { subject: "sign-up", subjectId: id });
  return asked;
}

/** Writes down what became of it, with the record. Part of its caller's transaction. */
export async function decideSignUp(ctx: Ctx, id: number, decision: Decision, reason: string): Promise<void> {
  await ctx.db
    .update(signUps)
    .set({ ...decision, decidedAt: sql`now()`, decidedBy: actorName(ctx.actor) })
    .where(and(eq(signUps.id, id), eq(signUps.state, "pending")));
  await record(ctx, {
    action: `sign_up.${decision.state}`,
    subject: "sign-up",
    subjectId: id,
    resellerId: decision.state === "approved" ? decision.resellerId : undefined,
    reason,
    before: { state: "pending" },
    after: { state: decision.state },
  });
}
