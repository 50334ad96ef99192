import type { Ctx } from "./context.ts";
import type { LaneName } from "./lane-names.ts";
import { type LaneRecord, laneRecord } from "./lane-record.ts";
import { log } from "./log.ts";
import { newBell, repeat } from "./loop.ts";

/** An item that has a slot since an instant of `performance.now()`. */
export interface UnderWay<Item> {
  item: Item;
  since: number;
}

/** One concern of background work: nothing in it can hold up another lane. See docs/decisions/lanes.md. */
export interface Lane<Item> {
  name: LaneName;
  /** Claims due items for the free slots. Another process must not get them before their claim ends. */
  claim(
    underWay: readonly UnderWay<Item>[],
  ): Promise<{ items: readonly Item[]; nextInMs?: number | undefined }>;
  /** Names an item for the list of failures: "order 12". */
  keyOf(item: Item): string;
  /** Where failures of an item are counted, if not under the lane itself. */
  recordOf?(item: Item): LaneRecord | undefined;
  /** Does the work, or throws what is counted as a failure. The signal says that its slot is gone. */
  handle(item: Item, signal: AbortSignal): Promise<void>;
  /** After so long, in ms, the slot of an item is free again, whatever the item does. */
  deadlineMs: number | ((item: Item) => number);
  /** Looks this often without being woken, in ms. */
  everyMs: number;
  /** How long items may go on at a stop, in ms; to their deadline unless given. */
  stopMs?: number;
}

export interface RunningLane {
  /** Looks again at once. */
  wake(): void;
  /** Claims nothing more and resolves when all slots are free. */
  stop(): Promise<void>;
}

/** Runs a lane until it is stopped. */
export function startLane<Item>(ctx: Ctx, lane: Lane<Item>): RunningLane {
  const record = laneRecord(ctx, lane.name);
  const bell = newBell();
  const stopper = new AbortController();
  const cutter = new AbortController();
  const slots = new Map<UnderWay<Item>, Promise<void>>();

  const begin = (item: Item) => {
    const slot = { item, since: performance.now() };
    const done = handleOne(lane, item, record, cutter.signal).finally(() => {
      slots.delete(slot);
      bell.ring();
    });
    slots.set(slot, done);
  };
  const round = async () => {
    const { items, nextInMs = lane.everyMs } = await claimFor(lane, record, [...slots.keys()]);
    for (const item of items) begin(item);
    if (items.length === 0) await bell.within(Math.min(nextInMs, lane.everyMs));
  };
  const done = (async () => {
    await repeat(stopper.signal, round, `lane.${lane.name}_failed`);
    const cut = () => cutter.abort(new Error("The portal stopped."));
    const cutting = lane.stopMs === undefined ? undefined : setTimeout(cut, lane.stopMs);
    await Promise.all(slots.values());
    clearTimeout(cutting);
  })();
  return {
    wake: bell.ring,
    stop() {
      stopper.abort();
      bell.ring();
      return done;
    },
  };
}

/** Handles all that is due now, as long as anything is; what failed before is tried again once. */
export async function runDue<Item>(ctx: Ctx, lane: Lane<Item>): Promise<void> {
  const record = laneRecord(ctx, lane.name);
  await record.endPauses();
  const { signal } = new AbortController();
  for (;;) {
    const { items } = await claimFor(lane, record, []);
    if (items.length === 0) return;
    await Promise.all(items.map((item) => handleOne(lane, item, record, signal)));
  }
}

async function claimFor<Item>(lane: Lane<Item>, record: LaneRecord, underWay: UnderWay<Item>[]) {
  try {
    const claimed = await lane.claim(underWay);
    await record.claimed();
    await record.looked();
    return claimed;
  } catch (error) {
    // A database that is away cannot write it down either: then the log alone says it.
    await record.claimFailed(error).catch(() => {});
    throw error;
  }
}

/** Never throws. */
async function handleOne<Item>(
  lane: Lane<Item>,
  item: Item,
  own: LaneRecord,
  cut: AbortSignal,
): Promise<void> {
  const record = lane.recordOf?.(item) ?? own;
  const key = lane.keyOf(item);
  try {
    await withinDeadline(lane, item, cut);
    await record.succeeded(key);
  } catch (error) {
    if (cut.aborted) return log.warn("lane.cut", { lane: lane.name, key });
    await record
      .failed(key, error)
      .catch((lost: unknown) => log.error("lane.not_noted", { lane: lane.name, key, error, lost }));
  }
}

/** A handler that ignores its signal goes on without a slot; what it does is guarded by its own statements. */
async function withinDeadline<Item>(lane: Lane<Item>, item: Item, cut: AbortSignal): Promise<void> {
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
