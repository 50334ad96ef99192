import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Ctx, requireAdmin } from "#lib/core/context";
import type { Job, Module } from "#lib/core/module";
import { instant, int, readRows } from "#lib/core/read-rows";
import { getLaneLabels, MIN_STUCK_FAILURES } from "./lane-failures.ts";

export type LaneState = z.output<typeof LaneRow> & { label: string };

const LaneRow = z.object({
  name: z.string(),
  /** Number of due items, up to 10,000, and the time of the oldest. */
  waiting: int,
  oldestAt: instant.nullable(),
  isRunning: z.boolean(),
  /** Number of failing items, of stuck ones, and the last error. */
  failing: int,
  stuck: int,
  lastError: z.string().nullable(),
  lookedAt: instant.nullable(),
  succeededAt: instant.nullable(),
  nextRunAt: instant.nullable(),
});

const MAX_COUNTED = 10_000;

/** Lists every lane that has ever looked for work, in the order of the modules. Admins only. */
export async function listLaneStates(ctx: Ctx, modules: readonly Module[]): Promise<LaneState[]> {
  requireAdmin(ctx);
  const jobs = modules.flatMap((module) => module.jobs ?? []);
  const counted = jobs.flatMap((job) =>
    "due" in job
      ? sql`select ${job.name} as name, count(*) as waiting, min(at) as oldest
          from (${job.due} limit ${MAX_COUNTED}) items`
      : [],
  );
  const rows = await readRows(ctx.db, LaneRow)`
    with counted as (${sql.join(counted, sql` union all `)}),
    failing as (
      select
        lane, count(*) as count,
        count(*) filter (where failures >= ${MIN_STUCK_FAILURES}) as stuck,
        (array_agg(error order by failed_at desc))[1] as error
      from lane_failures
      group by lane
    )
    select
      l.name, coalesce(f.count, 0) as failing, coalesce(f.stuck, 0) as stuck, f.error as last_error,
      coalesce(l.claimed_until > now(), false) as is_running,
      coalesce(
        c.waiting, (l.next_run_at <= now() and coalesce(l.claimed_until <= now(), true))::int, 0
      ) as waiting,
      coalesce(c.oldest, case when l.next_run_at <= now() then l.next_run_at end) as oldest_at,
      l.looked_at, l.succeeded_at, l.next_run_at
    from lanes l
    left join counted c on c.name = l.name
    left join failing f on f.lane = l.name`;
  const labels = getLaneLabels(modules);
  const order = [...labels.keys()];
  return rows
    .filter(({ name }) => order.includes(name))
    .map((row) => ({ ...row, label: labels.get(row.name) ?? row.name }))
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
