import { and, eq, isNull, sql } from "drizzle-orm";
import { tokens } from "#db/schema/token";
import { explainConflict } from "#lib/audit/explain-conflict";
import { type Ctx, requireAdmin, requireUser } from "#lib/core/context";
import { notFoundError, PortalError } from "#lib/core/error";

/** Reads the row of a token the actor manages: a reseller's own, or any for admins. @throws not_found */
export async function getManagedToken(ctx: Ctx, id: number): Promise<typeof tokens.$inferSelect> {
  const operator = ctx.actor.kind === "system";
  const person = operator ? undefined : requireUser(ctx);
  if (person?.kind === "admin") requireAdmin(ctx, "resellers");
  const isOwnToken = person?.kind === "reseller" ? eq(tokens.resellerId, person.id) : undefined;
  const [token] = await ctx.db
    .select()
    .from(tokens)
    .where(and(eq(tokens.id, id), isOwnToken));
  if (!token) throw notFoundError("token");
  return token;
}

/**
 * Creates the conflict error for a token that changed meanwhile.
 * Admins read the actor and reason, its owner `message`.
 */
export async function explainTokenConflict(ctx: Ctx, id: number, message: string): Promise<PortalError> {
  if (ctx.actor.kind !== "admin") return new PortalError("conflict", message);
  return explainConflict(ctx, { subject: "token", subjectId: id });
}

/**
 * Revokes a token that the actor may manage and rejects its next call. Part of its caller's
 * transaction, which records it.
 * @returns the token before the change. @throws not_found; conflict when it was already revoked.
 */
export async function markTokenRevoked(ctx: Ctx, id: number): Promise<typeof tokens.$inferSelect> {
  const before = await getManagedToken(ctx, id);
  const ended = await ctx.db
    .update(tokens)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(tokens.id, id), isNull(tokens.revokedAt)))
    .returning({ id: tokens.id });
  if (ended.length === 0) throw await explainTokenConflict(ctx, id, "This token was revoked before.");
  return before;
}
