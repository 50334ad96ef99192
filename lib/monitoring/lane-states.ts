import { type SQL, sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";
import type { Job, Module } from "#lib/core/module";
import { getLaneLabels, MIN_STUCK_FAILURES } from "./lane-failures.ts";

export interface LaneState {
  name: string;
  label: string;
  /** Number of due items, up to 10,000, and the time of the oldest. */
  waiting: number;
  oldestAt: Date | null;
  isRunning: boolean;
  /** Number of failing items, of stuck ones, and the last error. */
  failing: number;
  stuck: number;
  lastError: string | null;
  lookedAt: Date | null;
  succeededAt: Date | null;
  nextRunAt: Date | null;
}

const MAX_COUNTED = 10_000;

type Row = Record<"oldest_ms" | "looked_ms" | "succeeded_ms" | "next_ms", string | null> & {
  name: string;
  error: string | null;
  running: boolean;
} & Record<"waiting" | "failing" | "stuck", number>;

/** Lists every lane that has ever looked for work, in the order of the modules. Admins only. */
export async function listLaneStates(ctx: Ctx, modules: readonly Module[]): Promise<LaneState[]> {
  requireAdmin(ctx);
  const jobs = modules.flatMap((module) => module.jobs ?? []);
  const ms = (at: SQL) => sql`(extract(epoch from ${at}) * 1000)::bigint`;
  const counted = jobs.flatMap((job) =>
    "due" in job
      ? sql`select ${job.name} as name, count(*)::int as waiting, min(at) as oldest
          from (${job.due} limit ${MAX_COUNTED}) items`
      : [],
  );
  const rows = await ctx.db.execute<Row>(sql`
    with counted as (${sql.join(counted, sql` union all `)}),
    failing as (
      select
        lane, count(*)::int as count,
        (count(*) filter (where failures >= ${MIN_STUCK_FAILURES}))::int as stuck,
        (array_agg(error order by failed_at desc))[1] as error
      from lane_failures
      group by lane
    )
    select
      l.name, coalesce(f.count, 0) as failing, coalesce(f.stuck, 0) as stuck, f.error,
      coalesce(l.claimed_until > now(), false) as running,
      coalesce(
        c.waiting, (l.next_run_at <= now() and coalesce(l.claimed_until <= now(), true))::int, 0
      ) as waiting,
      ${ms(sql`coalesce(c.oldest, case when l.next_run_at <= now() then l.next_run_at end)`)} as oldest_ms,
      ${ms(sql`l.looked_at`)} as looked_ms,
      ${ms(sql`l.succeeded_at`)} as succeeded_ms,
      ${ms(sql`l.next_run_at`)} as next_ms
    from lanes l
    left join counted c on c.name = l.name
    left join failing f on f.lane = l.name`);
  const labels = getLaneLabels(modules);
  const date = (text: string | null) => (text === null ? null : new Date(Number(text)));
  const states = rows.map(({ name, error, running, waiting, failing, stuck, ...at }) => ({
    name,
    label: labels.get(name) ?? name,
    isRunning: running,
    lastError: error,
    waiting,
    failing,
    stuck,
    oldestAt: date(at.oldest_ms),
    lookedAt: date(at.looked_ms),
    succeededAt: date(at.succeeded_ms),
    nextRunAt: date(at.next_ms),
  }));
  const order = [...labels.keys()];
  return states
    .filter(({ name }) => order.includes(name))
    .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

const isPrompt = (job: Job) => "prompt" in job;
const MAX_DELAY_MS = 15 * 60_000;

/** Returns the lanes in which items fail repeatedly or wait for too long. Admins only. */
export async function getLaneTrouble(
  ctx: Ctx,
  modules: readonly Module[],
): Promise<{ count: number; what: string } | undefined> {
  const prompt = modules.flatMap(({ jobs = [] }) => jobs.filter(isPrompt)).map(({ name }) => name);
  const late = ({ name, oldestAt, nextRunAt }: LaneState) =>
    oldestAt !== null &&
    (nextRunAt !== null || prompt.includes(name)) &&
    Date.now() - oldestAt.getTime() > MAX_DELAY_MS;
  const troubled = (await listLaneStates(ctx, modules)).filter((lane) => lane.stuck > 0 || late(lane));
  const [first] = troubled;
  if (!first) return undefined;
  const labels = troubled.slice(0, 3).map(({ label }) => label);
  const error = first.stuck > 0 ? first.lastError : null;
  const what = troubled.length === 1 && error ? `${first.label}: ${error}` : `${labels.join(", ")}.`;
  return { count: troubled.length, what: what.slice(0, 300) };
}
