import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Ctx, requireReseller } from "#lib/core/context";
import { isProcessing, selectProceeds } from "#lib/core/purchase-state";
import { instant, int, readRow, readRows } from "#lib/core/read-rows";
import type { PurchaseChannel, PurchaseDetail } from "#lib/purchase/read/purchase-view";
import { commonNextSlot, commonSlotGap, isDelivered } from "./choose-supplier.ts";
import { queuePosition } from "./queue-position.ts";

/** How long a purchase may wait in the queue before it is cancelled and refunded, in seconds. */
export const MAX_QUEUE_WAIT_S: Readonly<Record<PurchaseChannel, number>> = {
  web: 15 * 60,
  shop: 30 * 60,
  api: 15 * 60,
  batch: 24 * 3600,
};

/** The longest queue whose order is ignored in estimates. */
const MAX_SHORT_QUEUE = 200;

/** The queue as a whole. Times in seconds. */
export interface QueueState {
  /** Counted up to one more than the longest short queue. */
  length: number;
  /** Until the next slot. */
  delay: number;
  /** Between two slots. */
  gap: number;
}

/** Selects a `QueueState` as one JSON value. */
export const selectQueueState = (): SQL => sql`jsonb_build_object(
  'length', (
    select count(*) from (select from purchases where state = 'queued' limit ${MAX_SHORT_QUEUE + 1}) first
  ),
  'delay', ${secondsUntilSlot()}, 'gap', ${commonSlotGap()})`;

/**
 * Returns the longest wait in seconds of a new purchase in a queue so short that it is sent in time in any
 * order; undefined where the order counts, which costs a fifth of placing (`readExpectedWait`).
 */
export function getSureWait(
  { length, delay, gap }: QueueState,
  channel: PurchaseChannel,
): number | undefined {
  const wait = delay + gap * length;
  return length <= MAX_SHORT_QUEUE && wait <= MAX_QUEUE_WAIT_S[channel] ? wait : undefined;
}

const Wait = z.object({ wait: z.number() });

/** Returns the expected wait of a new purchase, in seconds. */
export async function readExpectedWait(
  ctx: Ctx,
  resellerId: number,
  channel: PurchaseChannel,
): Promise<number> {
  const { wait } = await readRow(ctx.db, Wait)`
    select ${estimateWait(resellerId, channel)} as wait`;
  return wait;
}

/** The expected wait of a new purchase, in seconds, at the current queue and pace. */
export function estimateWait(resellerId: number | SQL, channel: PurchaseChannel): SQL {
  return secondsUntilPosition(newPurchasePosition(resellerId, channel));
}

const newPurchasePosition = (resellerId: number | SQL, channel: PurchaseChannel) =>
  queuePosition({ resellerId: sql`${resellerId}::bigint`, channel: sql`${channel}::text`, id: sql`null` });

const secondsUntilPosition = (ahead: SQL) => sql`(${secondsUntilSlot()} + ${commonSlotGap()} * ${ahead})`;

const secondsUntilSlot = () => sql`greatest(0, extract(epoch from ${commonNextSlot()} - now()))::float8`;

/** Returns the seconds between two sends at the current pace. */
export async function readSlotGap(ctx: Ctx): Promise<number> {
  const { gap } = await readRow(ctx.db, z.object({ gap: z.number() }))`select ${commonSlotGap()} as gap`;
  return gap;
}

/**
 * Returns a queued purchase's position and expected send time, at the current pace and without new purchases.
 */
export async function getQueueEstimate(ctx: Ctx, id: number): Promise<PurchaseDetail["queue"]> {
  const bought = { planId: sql`p.plan_id`, price: selectProceeds(sql`p`) };
  const item = { resellerId: sql`p.reseller_id`, channel: sql`p.channel`, id: sql`p.id` };
  const [row] = await readRows(ctx.db, z.object({ ahead: int, expectedAt: instant, stopped: z.boolean() }))`
    select
      line.ahead, p.paused or not ${isDelivered(bought)} as stopped,
      greatest(${commonNextSlot()}, now())
        + make_interval(secs => ${commonSlotGap()} * line.ahead::float8) as expected_at
    from purchases p
    cross join lateral (select ${queuePosition(item)} as ahead) line
    where p.id = ${id}`;
  return row ? { position: row.ahead + 1, expectedAt: row.expectedAt, paused: row.stopped } : null;
}

/**
 * Pauses or resumes the queued purchases of the actor's batch, which the caller checked. Purchases being sent
 * finish, or wait too if they come back unsent; deadlines keep running. Part of the caller's transaction.
 */
export async function setBatchPaused(
  ctx: Ctx,
  { batchId, paused }: { batchId: number; paused: boolean },
): Promise<void> {
  const { id } = requireReseller(ctx, "batches");
  await ctx.db.execute(sql`
    with locked as materialized (
      select id
      from purchases
      where batch_id = ${batchId} and reseller_id = ${id} and ${isProcessing(sql`state`)}
        and paused <> ${paused}
      -- Locked in the order of those that cancel them.
      order by id
      for no key update
    )
    update purchases p
    set paused = ${paused}
    from locked
    where p.id = locked.id and ${isProcessing(sql`p.state`)}`);
}
