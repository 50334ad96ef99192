import type { Ctx } from "#lib/core/context";
import { log } from "#lib/core/log";
import { createLaneRecord, type LaneRecord } from "./lane-record.ts";
import { createWakeSignal, repeatUntilAborted } from "./loop.ts";

/** An item that occupies a slot since an instant of `performance.now()`. */
export interface ActiveItem<Item> {
  item: Item;
  since: number;
}

/** One concern of background work: nothing in it can hold up another lane. See docs/decisions/lanes.md. */
export interface Lane<Item> {
  name: string;
  /** Claims due items for the free slots. Another process must not get them before their claim ends. */
  claim(
    underWay: readonly ActiveItem<Item>[],
  ): Promise<{ items: readonly Item[]; nextInMs?: number | undefined }>;
  /** Names an item for the list of failures: "order 12". */
  keyOf(item: Item): string;
  /** The record that counts failures of an item; by default the lane's. */
  recordOf?(item: Item): LaneRecord | undefined;
  /** Does the work; an error counts as a failure. The signal aborts when its slot is gone. */
  handle(item: Item, signal: AbortSignal): Promise<void>;
  /** The time in ms after which the slot of an item is free again, even while its work continues. */
  deadlineMs: number | ((item: Item) => number);
  everyMs: number;
  /** The time for items to finish at a stop, in ms; by default until their deadline. */
  stopMs?: number;
}

export interface RunningLane {
  /** Looks for work at once. */
  wake(): void;
  /** Claims nothing more and resolves when all slots are free. */
  stop(): Promise<void>;
}

export function startLane<Item>(ctx: Ctx, lane: Lane<Item>): RunningLane {
  const record = createLaneRecord(ctx, lane.name);
  const wakeSignal = createWakeSignal();
  const stopper = new AbortController();
  const cutter = new AbortController();
  const slots = new Map<ActiveItem<Item>, Promise<void>>();

  const begin = (item: Item) => {
    const slot = { item, since: performance.now() };
    const done = handleItem(lane, item, record, cutter.signal).finally(() => {
      slots.delete(slot);
      wakeSignal.wake();
    });
    slots.set(slot, done);
  };
  const round = async () => {
    const { items, nextInMs = lane.everyMs } = await claimItems(lane, record, [...slots.keys()]);
    for (const item of items) begin(item);
    // Only now: claimed items are handled even while the lane's own rows can't be written.
    await record.claimed();
    await record.looked();
    if (items.length === 0) await wakeSignal.wait(Math.min(nextInMs, lane.everyMs));
  };
  const done = (async () => {
    await repeatUntilAborted(stopper.signal, round, `lane.${lane.name}_failed`);
    const cut = () => cutter.abort(new Error("The portal stopped."));
    const cutting = lane.stopMs === undefined ? undefined : setTimeout(cut, lane.stopMs);
    await Promise.all(slots.values());
    clearTimeout(cutting);
  })();
  return {
    wake: wakeSignal.wake,
    stop() {
      stopper.abort();
      wakeSignal.wake();
      return done;
    },
  };
}

async function claimItems<Item>(lane: Lane<Item>, record: LaneRecord, underWay: ActiveItem<Item>[]) {
  try {
    return await lane.claim(underWay);
  } catch (error) {
    // An unavailable database can't record it either: then only the log has it.
    await record.claimFailed(error).catch(() => {});
    throw error;
  }
}

/** Never throws. */
async function handleItem<Item>(
  lane: Lane<Item>,
  item: Item,
  laneRecord: LaneRecord,
  cut: AbortSignal,
): Promise<void> {
  const record = lane.recordOf?.(item) ?? laneRecord;
  const key = lane.keyOf(item);
  try {
    await handleWithinDeadline(lane, item, cut);
    await record.succeeded(key);
  } catch (error) {
    if (cut.aborted) return log.warn("lane.cut", { lane: lane.name, key });
    await record
      .failed(key, error)
      .catch((lost: unknown) => log.error("lane.not_noted", { lane: lane.name, key, error, lost }));
  }
}

/** A handler that ignores its signal continues without a slot; its own statements guard its effects. */
async function handleWithinDeadline<Item>(lane: Lane<Item>, item: Item, cut: AbortSignal): Promise<void> {
  const over = new AbortController();
  const ms = typeof lane.deadlineMs === "number" ? lane.deadlineMs : lane.deadlineMs(item);
  const timer = setTimeout(
    () => over.abort(new Error(`It was not finished within ${ms / 1000} seconds.`)),
    ms,
  );
  const signal = AbortSignal.any([over.signal, cut]);
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    await Promise.race([lane.handle(item, signal), aborted.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}
