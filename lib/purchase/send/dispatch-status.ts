import { count, countDistinct, sql } from "drizzle-orm";
import { accounts } from "#db/schema/account";
import { dispatcher, purchases } from "#db/schema/purchase";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { env } from "#lib/core/env";
import type { PurchaseView } from "../read/view.ts";
import type { OnPriceRise } from "./control.ts";

export interface QueueView {
  channel: PurchaseView["channel"];
  waiting: number;
  resellers: number;
  oldestAt: Date;
}

/** How sending stands, for admins. */
export interface DispatchStatus {
  stopped: boolean;
  reason: string | null;
  /** A person's name, or null when the portal stopped by itself. */
  stoppedBy: string | null;
  stoppedAt: Date | null;
  /** Identifies the stop: whoever starts sending says which one they saw. */
  stop: string | null;
  /** When one purchase is tried although sending is stopped; null when only an admin starts it. */
  probeAt: Date | null;
  /** What becomes of a purchase that waits while its plan comes to cost more than was paid. */
  onPriceRise: OnPriceRise;
  sending: number;
  perMinute: number;
  sentLastMinute: number;
  /** What waits in each channel. */
  queues: QueueView[];
}

/** How sending stands and what waits. Admins only. */
export async function dispatchStatus(ctx: Ctx): Promise<DispatchStatus> {
  requireAdmin(ctx);
  const [state, queues] = await Promise.all([readState(ctx), readQueues(ctx)]);
  return { ...state, perMinute: env().UPSTREAM_PURCHASES_PER_MINUTE, queues };
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
