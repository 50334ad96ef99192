import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { notify } from "#db/listen";
import { deliveries } from "#db/schema/delivery";
import { webhookEndpoints } from "#db/schema/webhook";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFoundError, PortalError } from "#lib/core/error";
import { RemoveEndpointInput } from "./endpoints.ts";
import { EVENT_TYPES, SAMPLE_SUBJECT } from "./sample-event.ts";

export const ResendEventInput = z.object({ messageId: z.string().max(100) });
export type ResendEventInput = z.infer<typeof ResendEventInput>;

/**
 * Sends an event again now, with the same id and body and as many attempts as a new one.
 * @throws not_found, also when its endpoint was removed; rate_limited
 */
export async function resendEvent(ctx: Ctx, input: ResendEventInput): Promise<void> {
  const { id } = requireReseller(ctx);
  const { messageId } = ResendEventInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const [sent] = await tx.db
      .select({ endpointId: webhookEndpoints.id })
      .from(deliveries)
      .innerJoin(webhookEndpoints, eq(deliveries.target, sql`${webhookEndpoints.id}::text`))
      .where(
        and(
          eq(deliveries.messageId, messageId),
          eq(deliveries.channel, "webhooks"),
          eq(webhookEndpoints.resellerId, id),
          isNull(webhookEndpoints.removedAt),
        ),
      );
    if (!sent) throw notFoundError("event");
    // Locks the endpoint before its deliveries, so that two resends cannot deadlock.
    await consumeManualSend(tx, sent.endpointId);
    await tx.db
      .update(deliveries)
      .set({ state: "waiting", nextAt: sql`now()`, attempts: 0, doneAt: null })
      .where(eq(deliveries.messageId, messageId));
    await notify(tx.db, "lane", "webhooks");
  });
}

export const SendTestEventInput = RemoveEndpointInput.extend({
  type: z.enum(EVENT_TYPES).default("webhook.test"),
});
export type SendTestEventInput = z.input<typeof SendTestEventInput>;

/** Sends a made-up event to an endpoint now, whatever its mode and topics. @throws not_found, rate_limited */
export async function sendTestEvent(ctx: Ctx, input: SendTestEventInput): Promise<void> {
  const { id, type } = SendTestEventInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const { id: endpointId, resellerId } = await findEndpoint(tx, id);
    await consumeManualSend(tx, endpointId);
    await tx.db.insert(deliveries).values({
      ...{ channel: "webhooks", target: String(endpointId), accountId: resellerId },
      ...{ type, subject: SAMPLE_SUBJECT },
    });
  });
}

/** The acting reseller's endpoint. @throws not_found */
export async function findEndpoint(ctx: Ctx, id: number): Promise<typeof webhookEndpoints.$inferSelect> {
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
  if (!endpoint) throw notFoundError("webhook");
  return endpoint;
}

/** How many events may be sent manually to one endpoint in a minute. */
const MAX_MANUAL_PER_MINUTE = 10;

/**
 * Counts a manual send, exactly, also for concurrent requests, and ends the pause of a failing endpoint.
 * @throws rate_limited
 */
export async function consumeManualSend(ctx: Ctx, endpointId: number): Promise<void> {
  const { manualSendCount, manualSendCountUntil, id } = webhookEndpoints;
  const over = sql`${manualSendCountUntil} <= now()`;
  const counted = await ctx.db
    .update(webhookEndpoints)
    .set({
      manualSendCount: sql`case when ${over} then 1 else ${manualSendCount} + 1 end`,
      manualSendCountUntil: sql`case
        when ${over} then now() + interval '1 minute'
        else ${manualSendCountUntil}
      end`,
      pausedUntil: null,
    })
    .where(sql`${eq(id, endpointId)} and (${over} or ${manualSendCount} < ${MAX_MANUAL_PER_MINUTE})`)
    .returning({ id });
  if (counted.length > 0) return;
  const message = `You sent ${MAX_MANUAL_PER_MINUTE} events to this webhook in a minute. Nothing was sent. Wait a minute, then try again.`;
  throw new PortalError("rate_limited", message, { facts: { retryAfter: 60 } });
}
