import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { log } from "#lib/core/log";
import { readRows } from "#lib/core/read-rows";

/** Between writes of a lane's state and reads of its failures, in ms: it may look many times a second. */
const WRITE_INTERVAL_MS = 10_000;
const MAX_ERROR_LENGTH = 500;
const CLAIM_KEY = "claim";

/** Builds the pause after failures: seconds at first, at most an hour. */
export const backoffInterval = (failures: SQL): SQL =>
  sql`least(interval '1 hour', interval '15 seconds' * power(2, least(${failures}, 8)))`;

/** Builds the condition of an item that may be handled: it did not fail, or its pause is over. */
export const isNotPaused = (lane: string, key: SQL): SQL => sql`not exists (
  select from lane_failures f where f.lane = ${lane} and f.key = ${key} and f.due_at > now())`;

export interface LaneRecord {
  looked(): Promise<void>;
  /** Deletes the failures of an item that succeeded. */
  succeeded(key: string): Promise<void>;
  /** Counts a failure of an item and pauses it. */
  failed(key: string, error: unknown): Promise<void>;
  /** Counts a failed claim. Claims may fail many times a second, so it is written like the lane's state. */
  claimFailed(error: unknown): Promise<void>;
  /** Deletes the failures of claims. */
  claimed(): Promise<void>;
  /** Handles one of many items: a failure is counted and stops no other. */
  attempt(key: string, work: () => Promise<unknown>): Promise<void>;
}

export function createLaneRecord({ db }: Ctx, lane: string): LaneRecord {
  let writtenAt = Number.NEGATIVE_INFINITY;
  let readAt = Number.NEGATIVE_INFINITY;
  let claimFailedAt = Number.NEGATIVE_INFINITY;
  let hasSucceeded = false;
  const failing = new Set<string>();

  /** Failures are read at intervals, since other processes write them too, and not after each success. */
  const readFailing = async () => {
    if (performance.now() - readAt < WRITE_INTERVAL_MS) return;
    readAt = performance.now();
    const rows = await readRows(db, z.object({ key: z.string() }))`
      select key from lane_failures where lane = ${lane}`;
    failing.clear();
    for (const { key } of rows) failing.add(key);
  };

  const record: LaneRecord = {
    async looked() {
      if (performance.now() - writtenAt < WRITE_INTERVAL_MS) return;
      writtenAt = performance.now();
      await db.execute(sql`
        insert into lanes (name, looked_at, succeeded_at)
        values (${lane}, now(), case when ${hasSucceeded} then now() end)
        on conflict (name) do update
        set looked_at = now(), succeeded_at = coalesce(excluded.succeeded_at, lanes.succeeded_at)`);
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
        insert into lane_failures (lane, key, error, due_at)
        values (${lane}, ${key}, ${describeError(error)}, now() + ${backoffInterval(sql`0`)})
        on conflict (lane, key) do update
        set
          error = excluded.error, failed_at = now(), failures = lane_failures.failures + 1,
          due_at = now() + ${backoffInterval(sql`lane_failures.failures`)}`);
    },
    async claimFailed(error) {
      if (performance.now() - claimFailedAt < WRITE_INTERVAL_MS) return;
      claimFailedAt = performance.now();
      await record.failed(CLAIM_KEY, error);
    },
    async claimed() {
      await readFailing();
      if (!failing.delete(CLAIM_KEY)) return;
      claimFailedAt = Number.NEGATIVE_INFINITY;
      await db.execute(sql`delete from lane_failures where lane = ${lane} and key = ${CLAIM_KEY}`);
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

/** A failed query holds its values, which may be personal: only the database's message is stored. */
function describeError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (cause instanceof Error ? cause.message : String(cause)).slice(0, MAX_ERROR_LENGTH);
}
