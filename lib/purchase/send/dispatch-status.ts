import { count, countDistinct, sql } from "drizzle-orm";
import { accounts } from "#db/schema/account";
import { dispatcher, purchases } from "#db/schema/purchase";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { getMainAccount, MAIN_SUPPLIER_ID } from "#lib/upstream/account";

/** Returns the state of sending, and of each channel's queue. Admins only. */
export async function getDispatchStatus(ctx: Ctx) {
  requireAdmin(ctx);
  const [state, queues] = await Promise.all([readState(ctx), readQueues(ctx)]);
  return { ...state, queues };
}
export type DispatchStatus = Awaited<ReturnType<typeof getDispatchStatus>>;
export type QueueView = DispatchStatus["queues"][number];

async function readState(ctx: Ctx) {
  const [row] = await ctx.db
    .select({
      stopped: dispatcher.stopped,
      reason: dispatcher.stopReason,
      /** The admin's name; null after an automatic stop. */
      stoppedBy: accounts.name,
      stoppedAt: dispatcher.stoppedAt,
      /** Identifies the stop, so that an admin starts sending only after the stop they saw. */
      stop: sql<string | null>`${dispatcher.stoppedAt}::text`,
      /** The next probe while sending is stopped; null if only an admin can start it. */
      probeAt: dispatcher.probeAt,
      /** For a queued purchase whose plan now costs more than its price. */
      onPriceRise: dispatcher.onPriceRise,
      /** The most sends in a minute, to all suppliers that are on. */
      perMinute: sql`(
        select sum(case when s.id = ${MAIN_SUPPLIER_ID} then ${getMainAccount().perMinute}::integer else s.per_minute end)
        from suppliers s where s.enabled and (s.id = ${MAIN_SUPPLIER_ID} or s.home = database_identity()))`.mapWith(
        Number,
      ),
      sending: sql`(select count(*) from purchases where state = 'sending')`.mapWith(Number),
      sentLastMinute:
        sql`(select count(*) from attempts where claimed_at > now() - interval '1 minute')`.mapWith(Number),
    })
    .from(dispatcher)
    .leftJoin(accounts, sql`'admin:' || ${accounts.id} = ${dispatcher.stoppedBy}`);
  if (!row) throw new Error("The row of the dispatcher is missing.");
  return row;
}

function readQueues(ctx: Ctx) {
  const { channel, resellerId, placedAt, state } = purchases;
  return ctx.db
    .select({
      channel,
      waiting: count(),
      resellers: countDistinct(resellerId),
      oldestAt: sql`min(${placedAt})`.mapWith(placedAt),
    })
    .from(purchases)
    .where(sql`${state} = 'queued'`)
    .groupBy(channel)
    .orderBy(sql`array_position(array['web', 'storefront', 'api', 'bulk'], ${channel})`);
}
