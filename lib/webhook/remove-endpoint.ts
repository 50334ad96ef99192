import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { webhookEndpoints } from "#db/schema/webhook";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFound } from "#lib/core/error";

export const EndpointId = z.object({ id: z.coerce.number<string | number>().int().positive() });
export type EndpointId = z.infer<typeof EndpointId>;

/** Ends the messages to an address, those that wait at once. @throws not_found */
export async function removeEndpoint(ctx: Ctx, input: EndpointId): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  await inTransaction(ctx, async (tx) => {
    const mine = and(eq(webhookEndpoints.id, input.id), eq(webhookEndpoints.resellerId, resellerId));
    const [removed] = await tx.db
      .update(webhookEndpoints)
      .set({ removedAt: sql`now()` })
      .where(and(mine, isNull(webhookEndpoints.removedAt)))
      .returning({ url: webhookEndpoints.url });
    if (!removed) throw notFound("address");
    await tx.db.execute(sql`select pg_notify('webhook', '')`);
    await record(tx, {
      action: "webhook.removed",
      subject: "webhook",
      subjectId: input.id,
      resellerId,
      before: removed,
    });
  });
}
