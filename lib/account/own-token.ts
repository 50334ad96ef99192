import { and, eq } from "drizzle-orm";
import { tokens } from "#db/schema/token";
import { type Ctx, requirePerson } from "#lib/core/context";
import { notFound } from "#lib/core/error";

/** The row of a token that whoever acts may manage: one's own, or any for admins. @throws not_found */
export async function mine(ctx: Ctx, id: number): Promise<typeof tokens.$inferSelect> {
  const operator = ctx.actor.kind === "system";
  const person = operator ? undefined : requirePerson(ctx);
  const own = person?.kind === "reseller" ? eq(tokens.resellerId, person.id) : undefined;
  const [token] = await ctx.db
    .select()
    .from(tokens)
    .where(and(eq(tokens.id, id), own));
  if (!token) throw notFound("token");
  return token;
}
