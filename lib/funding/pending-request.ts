import { eq } from "drizzle-orm";
import { fundingRequests } from "#db/schema/funding";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import type { Ctx } from "#lib/core/context";
import { notFound } from "#lib/core/error";

/**
 * A funding request that nobody decided yet, locked. Part of its caller's transaction.
 * @throws not_found; conflict that says who decided it, and how.
 */
export async function pendingRequest(ctx: Ctx, id: number): Promise<typeof fundingRequests.$inferSelect> {
  const [request] = await ctx.db
    .select()
    .from(fundingRequests)
    .where(eq(fundingRequests.id, id))
    .for("update");
  if (!request) throw notFound("funding request");
  if (request.state !== "pending") throw await changedMeanwhile(ctx, { subject: "funding", subjectId: id });
  return request;
}
