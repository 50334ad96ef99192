import { and, eq, sql } from "drizzle-orm";
import { signUps } from "#db/schema/account";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { actorName, type Ctx } from "#lib/core/context";
import { notFound } from "#lib/core/error";

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
