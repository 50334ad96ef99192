import { and, eq, isNull, sql } from "drizzle-orm";
import { tokens } from "#db/schema/token";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { type Ctx, requireAdmin, requirePerson } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";

/** The row of a token that the actor may manage: their own, or any for admins. @throws not_found */
export async function getManagedToken(ctx: Ctx, id: number): Promise<typeof tokens.$inferSelect> {
  const operator = ctx.actor.kind === "system";
  const person = operator ? undefined : requirePerson(ctx);
  if (person?.kind === "admin") requireAdmin(ctx, "resellers");
  const own = person?.kind === "reseller" ? eq(tokens.resellerId, person.id) : undefined;
  const [token] = await ctx.db
    .select()
    .from(tokens)
    .where(and(eq(tokens.id, id), own));
  if (!token) throw notFound("token");
  return token;
}

/** The refusal of a change to a token that changed meanwhile. Admins read who changed it and why, its owner `words`. */
export async function tokenConflict(ctx: Ctx, id: number, words: string): Promise<PortalError> {
  if (ctx.actor.kind !== "admin") return new PortalError("conflict", words);
  return changedMeanwhile(ctx, { subject: "token", subjectId: id });
}

/**
 * Ends a token that the actor may manage: its very next call is refused. Part of its caller's transaction, which
 * records it. @returns the token as it was. @throws not_found; conflict when it was revoked before.
 */
export async function endToken(ctx: Ctx, id: number): Promise<typeof tokens.$inferSelect> {
  const before = await getManagedToken(ctx, id);
  const ended = await ctx.db
    .update(tokens)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(tokens.id, id), isNull(tokens.revokedAt)))
    .returning({ id: tokens.id });
  if (ended.length === 0) throw await tokenConflict(ctx, id, "This token was revoked before.");
  return before;
}
