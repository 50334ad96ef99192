import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { webhookDeliveries } from "#db/schema/webhook";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { takeAsking } from "./take-asking.ts";

export const SendAgainInput = z.object({ messageId: z.string().max(100) });
export type SendAgainInput = z.infer<typeof SendAgainInput>;

/**
 * Sends a message once more, now, with the same id and body, and all its tries before it.
 * @throws not_found, also when its address was removed; rate_limited
 */
export async function sendAgain(ctx: Ctx, { messageId }: SendAgainInput): Promise<void> {
  const { id } = requireReseller(ctx);
  await inTransaction(ctx, async (tx) => {
    const [sent] = await tx.db.execute<{ endpoint_id: string }>(sql`
      select d.endpoint_id from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
      where d.message_id = ${messageId} and e.reseller_id = ${id} and e.removed_at is null`);
    if (!sent) throw notFound("message");
    // The address before its messages, as by whoever sends them.
    await takeAsking(tx, Number(sent.endpoint_id));
    await tx.db
      .update(webhookDeliveries)
      .set({ state: "waiting", nextAt: sql`now()`, tries: 0, doneAt: null })
      .where(eq(webhookDeliveries.messageId, messageId));
    await tx.db.execute(sql`select pg_notify('webhook', '')`);
  });
}
