import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { notify } from "#db/listen";
import { webhookDeliveries, webhookEndpoints } from "#db/schema/webhook";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import type { EndpointId } from "./endpoints.ts";

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
    await notify(tx.db, "webhook");
  });
}

/** Sends an address a message that means nothing, at once. @throws not_found, rate_limited */
export function testEndpoint(ctx: Ctx, input: EndpointId): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { id: endpointId } = await ownEndpoint(tx, input.id);
    await takeAsking(tx, endpointId);
    await tx.db.insert(webhookDeliveries).values({ endpointId, type: "webhook.test", subject: "test" });
    await notify(tx.db, "webhook");
  });
}

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

/** How many messages people may ask for by hand, for one address in a minute: enough to try it out, too few to bother it. */
const MOST = 10;

/**
 * Takes one of an address's messages by hand, exact however many ask at once. An address that rests after a failure is
 * tried again at once. @throws rate_limited
 */
export async function takeAsking(ctx: Ctx, endpointId: number): Promise<void> {
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
