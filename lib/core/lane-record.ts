import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "./context.ts";
import type { LaneName } from "./lane-names.ts";
import { log } from "./log.ts";

/** How often a lane's state is written, and its failures are read, in ms: it may look many times a second. */
const WRITE_EVERY_MS = 10_000;
const MAX_ERROR_LENGTH = 500;
/** The failure of a lane that could not even claim. */
const CLAIM = "claim";

/** Failures are seconds apart at first, and at most an hour. */
export const growingPause = (failures: SQL): SQL =>
  sql`least(interval '1 hour', interval '15 seconds' * power(2, least(${failures}, 8)))`;

/** Whether an item of a lane may be handled: it did not fail, or its pause is over. */
export const isNotPaused = (lane: LaneName, key: SQL): SQL => sql`not exists (
  select from lane_failures f where f.lane = ${lane} and f.key = ${key} and f.next_look_at > now())`;

export interface LaneRecord {
  /** Writes that the lane looked for work. */
  looked(): Promise<void>;
  /** Forgets the failures of an item that succeeded. */
  succeeded(key: string): Promise<void>;
  /** Counts a failure of an item and pauses it. */
  failed(key: string, error: unknown): Promise<void>;
  /** Counts a failure to claim. It may fail many times a second, and is written as often as the lane's state. */
  claimFailed(error: unknown): Promise<void>;
  /** Forgets it. */
  claimed(): Promise<void>;
  /** Makes all failing items due. */
  endPauses(): Promise<void>;
  /** Handles one of many items: a failure is counted and stops no other. */
  attempt(key: string, work: () => Promise<unknown>): Promise<void>;
}

/** Opens the record of what a lane looked at and what fails in it. */
export function laneRecord({ db }: Ctx, lane: LaneName): LaneRecord {
  let writtenAt = Number.NEGATIVE_INFINITY;
  let readAt = Number.NEGATIVE_INFINITY;
  let claimFailedAt = Number.NEGATIVE_INFINITY;
  let hasSucceeded = false;
  const failing = new Set<string>();

  /** What fails is asked for now and then, since other processes write it too, and not after each success. */
  const readFailing = async () => {
    if (performance.now() - readAt < WRITE_EVERY_MS) return;
    readAt = performance.now();
    const rows = await db.execute<{ key: string }>(sql`select key from lane_failures where lane = ${lane}`);
    failing.clear();
    for (const { key } of rows) failing.add(key);
  };

  const record: LaneRecord = {
    async looked() {
      if (performance.now() - writtenAt < WRITE_EVERY_MS) return;
      writtenAt = performance.now();
      await db.execute(sql`
        insert into lanes (name, looked_at, succeeded_at) values (${lane}, now(), case when ${hasSucceeded} then now() end)
        on conflict (name) do update set looked_at = now(), succeeded_at = coalesce(excluded.succeeded_at, lanes.succeeded_at)`);
      hasSucceeded = false;
    },
    async succeeded(key) {
      hasSucceeded = true;
      await readFailing();
      if (!failing.delete(key)) return;
      await db.execute(sql`delete from lane_failures where lane = ${lane} and key = ${key}`);
    },
    async failed(key, error) {
      failing.add(key);
      log.warn("lane.failed", { lane, key, error });
      await db.execute(sql`
        insert into lane_failures (lane, key, error, next_look_at)
        values (${lane}, ${key}, ${wordsOf(error)}, now() + ${growingPause(sql`0`)})
        on conflict (lane, key) do update set error = excluded.error, failed_at = now(),
          failures = lane_failures.failures + 1, next_look_at = now() + ${growingPause(sql`lane_failures.failures`)}`);
    },
    async claimFailed(error) {
      if (performance.now() - claimFailedAt < WRITE_EVERY_MS) return;
      claimFailedAt = performance.now();
      await record.failed(CLAIM, error);
    },
    async claimed() {
      await readFailing();
      if (!failing.delete(CLAIM)) return;
      claimFailedAt = Number.NEGATIVE_INFINITY;
      await db.execute(sql`delete from lane_failures where lane = ${lane} and key = ${CLAIM}`);
    },
    async endPauses() {
      await db.execute(
        sql`update lane_failures set next_look_at = now() where lane = ${lane} and next_look_at > now()`,
      );
    },
    async attempt(key, work) {
      try {
        await work();
      } catch (error) {
        return record.failed(key, error);
      }
      await record.succeeded(key);
    },
  };
  return record;
}

/** A failed query names its values, which may be personal: only what the database said of it is kept. */
function wordsOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (cause instanceof Error ? cause.message : String(cause)).slice(0, MAX_ERROR_LENGTH);
}
