import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { type Lane, type RunningLane, startLane } from "#lib/core/lane";
import type { LaneName } from "#lib/core/lane-names";
import { growingPause, laneRecord } from "#lib/core/lane-record";
import { log } from "#lib/core/log";
import { collapse } from "./collapse.ts";
import { msUntilNext, type When } from "./when.ts";

/** What a run left: whether there is more to do, and how far it came, where it can tell. */
export interface RunResult {
  more: boolean;
  /** The same as after the run before: nothing was moved. Without it, `more` alone says that something was. */
  progress?: string | number | undefined;
}

/** A lane whose work comes at certain times: one of all processes runs it, and one that is killed is followed. */
export interface Run {
  name: LaneName;
  when: When;
  /** Also runs as soon as a process starts. */
  atStart?: true;
  /** After so long, in ms, it counts as hanging; ten minutes unless given. */
  deadlineMs?: number;
  work(signal: AbortSignal): Promise<RunResult | undefined>;
}

interface Scheduler extends RunningLane {
  /** Runs a lane soon: many calls cause one run, and a call during a run causes one more. Resolves when that is noted. */
  runSoon(name: LaneName, inMs?: number): Promise<void>;
}

/** What another process woke is seen this soon, in ms. */
const LOOK_EVERY_MS = 1_000;
/** A killed process keeps its run from others for so long, in ms; who lives says so three times as often. */
const LEASE_MS = 30_000;
const DEADLINE_MS = 600_000;
/** At a stop a run is left after so long, in ms: the next process begins it again. */
const STOP_MS = 5_000;

interface Claimed {
  run: Run;
  /** Names the claim: a run that went on after its deadline ends no other's. */
  by: string;
}

/** Starts what comes at certain times. */
export async function startScheduler(ctx: Ctx, runs: readonly Run[]): Promise<Scheduler> {
  await enter(ctx, runs);
  const records = new Map(runs.map(({ name }) => [name, laneRecord(ctx, name)]));
  const lane: Lane<Claimed> = {
    name: "scheduler",
    claim: (underWay) =>
      claim(
        ctx,
        runs.filter((run) => underWay.every(({ item }) => item.run !== run)),
      ),
    keyOf: () => "",
    recordOf: ({ run }) => records.get(run.name),
    handle: (claimed, signal) => handle(ctx, claimed, signal),
    deadlineMs: ({ run }) => run.deadlineMs ?? DEADLINE_MS,
    everyMs: LOOK_EVERY_MS,
    stopMs: STOP_MS,
  };
  const running = startLane(ctx, lane);
  const wakeUps = new Map<LaneName, () => Promise<void>>();
  return {
    ...running,
    runSoon(name, inMs = 0) {
      const wakeUp = wakeUps.get(name) ?? collapse(() => bringForward(ctx, name, inMs).then(running.wake));
      wakeUps.set(name, wakeUp);
      return wakeUp();
    },
  };
}

const inMs = (ms: number) => sql`now() + make_interval(secs => ${ms / 1000})`;

async function enter(ctx: Ctx, runs: readonly Run[]): Promise<void> {
  for (const { name, when, atStart = false } of runs)
    await ctx.db.execute(sql`
      insert into lanes (name, next_run_at) values (${name}, ${atStart ? sql`now()` : inMs(msUntilNext(when, Date.now()))})
      on conflict (name) do update
        set next_run_at = case when ${atStart} then now() else least(lanes.next_run_at, excluded.next_run_at) end`);
}

async function claim(ctx: Ctx, free: readonly Run[]): Promise<{ items: Claimed[] }> {
  const by = randomUUID();
  const next = free.map(({ name, when }) => ({ name, secs: msUntilNext(when, Date.now()) / 1000 }));
  const rows = await ctx.db.execute<{ name: string }>(sql`
    with next as (select * from jsonb_to_recordset(${JSON.stringify(next)}::text::jsonb) as n (name text, secs float8)),
    due as (
      select name from lanes where name in (select name from next) and next_run_at <= now()
        and (claimed_until is null or claimed_until <= now()) for update skip locked
    )
    update lanes l set next_run_at = now() + make_interval(secs => next.secs), looked_at = now(), claimed_by = ${by},
      claimed_until = ${inMs(LEASE_MS)}
    from next where next.name = l.name and l.name in (select name from due) returning l.name`);
  return {
    items: free.filter(({ name }) => rows.some((row) => row.name === name)).map((run) => ({ run, by })),
  };
}

async function handle(ctx: Ctx, { run, by }: Claimed, signal: AbortSignal): Promise<void> {
  const mine = sql`name = ${run.name} and claimed_by = ${by}`;
  const extend = () =>
    ctx.db
      .execute(sql`update lanes set claimed_until = ${inMs(LEASE_MS)} where ${mine}`)
      .catch((error: unknown) => log.warn("lane.not_extended", { lane: run.name, error }));
  const extending = setInterval(extend, LEASE_MS / 3);
  /** It is tried again soon, by whichever process comes first. */
  const giveUp = () =>
    ctx.db.execute(sql`
      update lanes l set claimed_until = null, claimed_by = null, next_run_at = least(next_run_at, now() + ${growingPause(
        sql`coalesce((select failures from lane_failures where lane = l.name and key = ''), 0)`,
      )}) where ${mine}`);
  const abort = () => {
    clearInterval(extending);
    giveUp().catch((error: unknown) => log.warn("lane.not_given_up", { lane: run.name, error }));
  };
  signal.addEventListener("abort", abort, { once: true });
  try {
    const { more = false, progress = null } = (await run.work(signal)) ?? {};
    const isStuck = (before: SQL) =>
      sql`(${more} and ${progress}::text is not null and ${before} is not distinct from ${progress}::text)`;
    const [row] = await ctx.db.execute<{ stuck: boolean }>(sql`
      update lanes set claimed_until = null, claimed_by = null, progress = ${progress}::text,
        succeeded_at = case when ${isStuck(sql`progress`)} then succeeded_at else now() end,
        next_run_at = case when ${more} and not ${isStuck(sql`progress`)} then now() else next_run_at end
      where ${mine} returning ${isStuck(sql`old.progress`)} as stuck`);
    // Without progress it waits for its time: to run again at once would take turns and move nothing.
    if (row?.stuck) throw new NoProgress();
  } catch (error) {
    if (!(error instanceof NoProgress)) await giveUp();
    throw error;
  } finally {
    clearInterval(extending);
    signal.removeEventListener("abort", abort);
  }
}

class NoProgress extends Error {
  constructor() {
    super("There is more to do, and the last run made no progress.");
    this.name = "NoProgress";
  }
}

async function bringForward(ctx: Ctx, name: LaneName, ms: number): Promise<void> {
  await ctx.db.execute(sql`
    update lanes set next_run_at = ${inMs(ms)} where name = ${name} and next_run_at > ${inMs(ms)}`);
}
