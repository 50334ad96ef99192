import { eq, sql } from "drizzle-orm";
import { webhookEndpoints } from "#db/schema/webhook";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";

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
