import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { notify } from "#db/listen";
import { webhookDeliveries, webhookEndpoints } from "#db/schema/webhook";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { EndpointId } from "./endpoints.ts";

export const SendAgainInput = z.object({ messageId: z.string().max(100) });
export type SendAgainInput = z.infer<typeof SendAgainInput>;

/**
 * Sends a message again now, with the same id and body; it may be tried as often as a new one.
 * @throws not_found, also when its address was removed; rate_limited
 */
export async function sendAgain(ctx: Ctx, input: SendAgainInput): Promise<void> {
  const { id } = requireReseller(ctx);
  const { messageId } = SendAgainInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const [sent] = await tx.db
      .select({ endpointId: webhookEndpoints.id })
      .from(webhookDeliveries)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
      .where(
        and(
          eq(webhookDeliveries.messageId, messageId),
          eq(webhookEndpoints.resellerId, id),
          isNull(webhookEndpoints.removedAt),
        ),
      );
    if (!sent) throw notFound("message");
    // The address is locked before its messages, in the same order as by the sender.
    await countRequest(tx, sent.endpointId);
    await tx.db
      .update(webhookDeliveries)
      .set({ state: "waiting", nextAt: sql`now()`, tries: 0, doneAt: null })
      .where(eq(webhookDeliveries.messageId, messageId));
    await notify(tx.db, "webhook");
  });
}

/** Sends a test message to an address now. @throws not_found, rate_limited */
export async function testEndpoint(ctx: Ctx, input: EndpointId): Promise<void> {
  const { id } = EndpointId.parse(input);
  await inTransaction(ctx, async (tx) => {
    const { id: endpointId } = await ownEndpoint(tx, id);
    await countRequest(tx, endpointId);
    await tx.db.insert(webhookDeliveries).values({ endpointId, type: "webhook.test", subject: "test" });
    await notify(tx.db, "webhook");
  });
}

/** The acting reseller's endpoint. @throws not_found */
async function ownEndpoint(ctx: Ctx, id: number): Promise<typeof webhookEndpoints.$inferSelect> {
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

/** How many messages people may ask for by hand, for each address in a minute. */
const MOST = 10;

/**
 * Counts a message that is asked for by hand, exactly, however many ask at the same time. An address that rests after
 * a failure is tried again at once. @throws rate_limited
 */
async function countRequest(ctx: Ctx, endpointId: number): Promise<void> {
  const { asked, askedUntil, id } = webhookEndpoints;
  const over = sql`${askedUntil} <= now()`;
  const taken = await ctx.db
    .update(webhookEndpoints)
    .set({
      asked: sql`case when ${over} then 1 else ${asked} + 1 end`,
      askedUntil: sql`case when ${over} then now() + interval '1 minute' else ${askedUntil} end`,
      restUntil: null,
    })
    .where(sql`${eq(id, endpointId)} and (${over} or ${asked} < ${MOST})`)
    .returning({ id });
  if (taken.length > 0) return;
  const words = `You asked for ${MOST} messages to this address in a minute. Nothing was sent. Wait a minute, then go on.`;
  throw new PortalError("rate_limited", words, { facts: { retryAfter: 60 } });
}
