import { and, eq, isNull } from "drizzle-orm";
import { webhookEndpoints } from "#db/schema/webhook";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFound } from "#lib/core/error";

/** The acting reseller's endpoint. @throws not_found */
export async function ownEndpoint(ctx: Ctx, id: number): Promise<typeof webhookEndpoints.$inferSelect> {
  const [endpoint] = await ctx.db
    .select()
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.id, id),
        eq(webhookEndpoints.resellerId, requireReseller(ctx).id),
        isNull(webhookEndpoints.removedAt),
      ),
    );
  if (!endpoint) throw notFound("address");
  return endpoint;
}
