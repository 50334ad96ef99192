import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { getBound } from "#lib/core/bounds";
import type { Ctx } from "#lib/core/context";
import { type Lane, type RunningLane, startLane } from "#lib/core/lane/lane";
import { backoffInterval, createLaneRecord } from "#lib/core/lane/lane-record";
import { msUntilNext } from "#lib/core/lane/run-timing";
import { log } from "#lib/core/log";
import type { RunResult, ScheduledJob } from "#lib/core/module";
import { readRows } from "#lib/core/read-rows";
import { coalesceCalls } from "./coalesce-calls.ts";

/** A scheduled job with its work. See `ScheduledJob`. */
export type ScheduledRun = Pick<ScheduledJob, "name" | "when" | "atStart" | "deadlineMs"> & {
  work(signal: AbortSignal): Promise<RunResult | undefined>;
};

export interface Scheduler extends RunningLane {
  /**
   * Runs a lane soon: many calls cause one run, and a call during a run causes one more.
   * Resolves when the call is stored.
   */
  runSoon(name: string, inMs?: number): Promise<void>;
}

/** Between checks for wakes by other processes. */
const POLL_INTERVAL_MS = 1_000;
/** A killed process blocks its run for this time; a live one renews it three times as often. */
const LEASE_MS = 30_000;
const DEADLINE_MS = 600_000;

interface ClaimedRun {
  run: ScheduledRun;
  /** Identifies the claim, so that a run that continues after its deadline can't end another's. */
  by: string;
}

export async function startScheduler(ctx: Ctx, runs: readonly ScheduledRun[]): Promise<Scheduler> {
  await registerRuns(ctx, runs);
  const records = new Map(runs.map(({ name }) => [name, createLaneRecord(ctx, name)]));
  const lane: Lane<ClaimedRun> = {
    name: "scheduler",
    claim: (underWay) =>
      claimRuns(
        ctx,
        runs.filter((run) => underWay.every(({ item }) => item.run !== run)),
      ),
    keyOf: () => "",
    recordOf: ({ run }) => records.get(run.name),
    handle: (claimed, signal) => handleRun(ctx, claimed, signal),
    deadlineMs: ({ run }) => run.deadlineMs ?? DEADLINE_MS,
    everyMs: POLL_INTERVAL_MS,
    stopMs: getBound("laneStop"),
  };
  const running = startLane(ctx, lane);
  /** By lane and delay. */
  const wakeUps = new Map<string, () => Promise<void>>();
  return {
    ...running,
    runSoon(name, inMs = 0) {
      const key = `${name} ${inMs}`;
      const wakeUp =
        wakeUps.get(key) ?? coalesceCalls(() => advanceNextRun(ctx, name, inMs).then(running.wake));
      wakeUps.set(key, wakeUp);
      return wakeUp();
    },
  };
}

const afterMs = (ms: number) => sql`now() + make_interval(secs => ${ms / 1000})`;

async function registerRuns(ctx: Ctx, runs: readonly ScheduledRun[]): Promise<void> {
  for (const { name, when, atStart = false } of runs)
    await ctx.db.execute(sql`
      insert into lanes (name, next_run_at)
      values (${name}, ${atStart ? sql`now()` : afterMs(msUntilNext(when, Date.now()))})
      on conflict (name) do update
      set next_run_at = case
        when ${atStart} then now()
        else least(lanes.next_run_at, excluded.next_run_at)
      end`);
}

async function claimRuns(ctx: Ctx, free: readonly ScheduledRun[]): Promise<{ items: ClaimedRun[] }> {
  const by = randomUUID();
  const next = free.map(({ name, when }) => ({ name, secs: msUntilNext(when, Date.now()) / 1000 }));
  const rows = await readRows(ctx.db, z.object({ name: z.string() }))`
    with next as (
      select * from jsonb_to_recordset(${JSON.stringify(next)}::text::jsonb) as n (name text, secs float8)
    ),
    due as (
      select name
      from lanes
      where name in (select name from next) and next_run_at <= now()
        and (claimed_until is null or claimed_until <= now())
      for update skip locked
    )
    update lanes l
    set
      next_run_at = now() + make_interval(secs => next.secs), looked_at = now(),
      claimed_by = ${by}, claimed_until = ${afterMs(LEASE_MS)}
    from next
    where next.name = l.name and l.name in (select name from due)
    returning l.name`;
  return {
    items: free.filter(({ name }) => rows.some((row) => row.name === name)).map((run) => ({ run, by })),
  };
}

async function handleRun(ctx: Ctx, { run, by }: ClaimedRun, signal: AbortSignal): Promise<void> {
  const isClaimed = sql`name = ${run.name} and claimed_by = ${by}`;
  const extend = () =>
    ctx.db
      .execute(sql`update lanes set claimed_until = ${afterMs(LEASE_MS)} where ${isClaimed}`)
      .catch((error: unknown) => log.warn("lane.not_extended", { lane: run.name, error }));
  const extending = setInterval(extend, LEASE_MS / 3);
  /** The first free process retries it soon. */
  const giveUp = () =>
    ctx.db.execute(sql`
      update lanes l
      set
        claimed_until = null, claimed_by = null,
        next_run_at = least(next_run_at, now() + ${backoffInterval(
          sql`coalesce((select failures from lane_failures where lane = l.name and key = ''), 0)`,
        )})
      where ${isClaimed}`);
  const abort = () => {
    clearInterval(extending);
    giveUp().catch((error: unknown) => log.warn("lane.not_given_up", { lane: run.name, error }));
  };
  signal.addEventListener("abort", abort, { once: true });
  try {
    const { more = false, progress = null } = (await run.work(signal)) ?? {};
    const isStuck = (before: SQL) =>
      sql`(${more} and ${progress}::text is not null and ${before} is not distinct from ${progress}::text)`;
    const [row] = await readRows(ctx.db, z.object({ stuck: z.boolean() }))`
      with old as (select progress from lanes where ${isClaimed} for update)
      update lanes set claimed_until = null, claimed_by = null, progress = ${progress}::text,
        succeeded_at = case when ${isStuck(sql`old.progress`)} then succeeded_at else now() end,
        next_run_at = case when ${more} and not ${isStuck(sql`old.progress`)} then now() else next_run_at end
      from old where ${isClaimed} returning ${isStuck(sql`old.progress`)} as stuck`;
    // Without progress it waits for its schedule: repeating it at once would achieve nothing.
    if (row?.stuck) throw new NoProgressError();
  } catch (error) {
    if (!(error instanceof NoProgressError)) await giveUp();
    throw error;
  } finally {
    clearInterval(extending);
    signal.removeEventListener("abort", abort);
  }
}

class NoProgressError extends Error {
  constructor() {
    super("There is more to do, and the last run made no progress.");
    this.name = "NoProgress";
  }
}

async function advanceNextRun(ctx: Ctx, name: string, ms: number): Promise<void> {
  await ctx.db.execute(sql`
    update lanes set next_run_at = ${afterMs(ms)} where name = ${name} and next_run_at > ${afterMs(ms)}`);
}
