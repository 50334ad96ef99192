import { sql } from "drizzle-orm";
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
  /** Which stop it is: whoever starts sending says which one they knew of. */
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
  const [row] = await ctx.db.execute<
    { stopped: boolean; on_price_rise: OnPriceRise; sending: string; sent: string } & Record<
      "stop_reason" | "name" | "stopped_at" | "stop" | "probe_at",
      string | null
    >
  >(sql`
    select d.stopped, d.stop_reason, a.name, d.stopped_at, d.stopped_at::text as stop, d.probe_at, d.on_price_rise,
      (select count(*) from purchases where state = 'sending') as sending,
      (select count(*) from attempts where claimed_at > now() - interval '1 minute') as sent
    from dispatcher d left join accounts a on 'admin:' || a.id = d.stopped_by`);
  const date = (text: string | null | undefined) => (text == null ? null : new Date(text));
  return {
    stopped: row?.stopped ?? false,
    reason: row?.stop_reason ?? null,
    stoppedBy: row?.name ?? null,
    stoppedAt: date(row?.stopped_at),
    stop: row?.stop ?? null,
    probeAt: date(row?.probe_at),
    onPriceRise: row?.on_price_rise ?? "refund",
    sending: Number(row?.sending ?? 0),
    sentLastMinute: Number(row?.sent ?? 0),
  };
}

async function readQueues(ctx: Ctx): Promise<QueueView[]> {
  const rows = await ctx.db.execute<Record<"channel" | "waiting" | "resellers" | "oldest", string>>(sql`
    select channel, count(*) as waiting, count(distinct reseller_id) as resellers, min(placed_at) as oldest
    from purchases where state = 'queued' group by channel
    order by array_position(array['web', 'storefront', 'api', 'bulk'], channel)`);
  return rows.map(({ channel, waiting, resellers, oldest }) => ({
    channel: channel as QueueView["channel"],
    waiting: Number(waiting),
    resellers: Number(resellers),
    oldestAt: new Date(oldest),
  }));
}
