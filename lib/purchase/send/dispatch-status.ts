import { count, countDistinct, sql } from "drizzle-orm";
import { accounts } from "#db/schema/account";
import { dispatcher, purchases } from "#db/schema/purchase";
import { type Ctx, requireAdmin } from "#lib/core/context";
import type { PurchaseView } from "#lib/purchase/read/purchase-view";
import { getUpstreamVariables } from "#lib/upstream/variables";
import type { PriceRisePolicy } from "./dispatch-control.ts";

export interface QueueView {
  channel: PurchaseView["channel"];
  waiting: number;
  resellers: number;
  oldestAt: Date;
}

/** The state of sending, for admins. */
export interface DispatchStatus {
  stopped: boolean;
  reason: string | null;
  /** The admin's name; null after an automatic stop. */
  stoppedBy: string | null;
  stoppedAt: Date | null;
  /** Identifies the stop, so that an admin starts sending only after the stop they saw. */
  stop: string | null;
  /** The time of the next probe while sending is stopped; null if only an admin can start it. */
  probeAt: Date | null;
  /** The policy for a queued purchase whose plan now costs more than its price. */
  onPriceRise: PriceRisePolicy;
  sending: number;
  perMinute: number;
  sentLastMinute: number;
  /** The queued purchases of each channel. */
  queues: QueueView[];
}

/** Returns the state of sending and of the queues. Admins only. */
export async function getDispatchStatus(ctx: Ctx): Promise<DispatchStatus> {
  requireAdmin(ctx);
  const [state, queues] = await Promise.all([readState(ctx), readQueues(ctx)]);
  return { ...state, perMinute: getUpstreamVariables().UPSTREAM_PURCHASES_PER_MINUTE, queues };
}

async function readState(ctx: Ctx) {
  const [row] = await ctx.db
    .select({
      stopped: dispatcher.stopped,
      reason: dispatcher.stopReason,
      stoppedBy: accounts.name,
      stoppedAt: dispatcher.stoppedAt,
      stop: sql<string | null>`${dispatcher.stoppedAt}::text`,
      probeAt: dispatcher.probeAt,
      onPriceRise: dispatcher.onPriceRise,
      sending: sql`(select count(*) from purchases where state = 'sending')`.mapWith(Number),
      sentLastMinute:
        sql`(select count(*) from attempts where claimed_at > now() - interval '1 minute')`.mapWith(Number),
    })
    .from(dispatcher)
    .leftJoin(accounts, sql`'admin:' || ${accounts.id} = ${dispatcher.stoppedBy}`);
  if (!row) throw new Error("The row of the dispatcher is missing.");
  return row;
}

function readQueues(ctx: Ctx): Promise<QueueView[]> {
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
