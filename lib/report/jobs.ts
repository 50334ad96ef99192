import { sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { defineList } from "#lib/core/list";
import { type Page, where } from "#lib/core/page";
import { SearchText } from "#lib/core/words";

/** A background job that failed and is not tried again by itself. */
export interface FailedJob {
  id: number;
  /** "catalogue:sync". */
  task: string;
  error: string;
  tries: number;
  failedAt: Date;
}

type Row = Record<"id" | "task_identifier" | "last_error" | "failed_ms", string> & { attempts: number };

const GAVE_UP = sql`p.attempts >= p.max_attempts and p.last_error is not null and p.locked_at is null`;

/** The jobs that gave up, newest first. Admins only. */
export const failedJobList = defineList({
  allow: requireAdmin,
  filter: {
    task: SearchText,
    /** A part of the error. */
    q: SearchText,
  },
  pageSize: 25,
  read: async (ctx, { task, q }, slice): Promise<Page<FailedJob>> => {
    if (!(await hasJobs(ctx))) return { rows: [], next: null, previous: null };
    const conditions = [
      GAVE_UP,
      ...(task ? [sql`p.task_identifier = ${task}`] : []),
      ...(q ? [sql`position(lower(${q}) in lower(p.last_error)) > 0`] : []),
      ...slice.conditions,
    ];
    const rows = await ctx.db.execute<Row>(sql`
      select p.id, p.task_identifier, p.last_error, p.attempts, (extract(epoch from p.updated_at) * 1000)::bigint as failed_ms
      from graphile_worker.jobs p ${where(conditions)} order by ${slice.orderBy} limit ${slice.limit}`);
    return slice.page(rows, (row) => ({
      id: Number(row.id),
      task: row.task_identifier,
      error: row.last_error,
      tries: row.attempts,
      failedAt: new Date(Number(row.failed_ms)),
    }));
  },
  file: {
    name: "failed-jobs",
    columns: {
      number: ({ id }) => id,
      task: ({ task }) => task,
      tries: ({ tries }) => tries,
      failed: ({ failedAt }) => failedAt,
      error: ({ error }) => error,
    },
  },
});

/** How many gave up, and which tasks they are. Admins only. */
export async function failedTasks(ctx: Ctx): Promise<{ task: string; count: number }[]> {
  requireAdmin(ctx);
  if (!(await hasJobs(ctx))) return [];
  const rows = await ctx.db.execute<{ task: string; count: string }>(sql`
    select p.task_identifier as task, count(*) as count from graphile_worker.jobs p where ${GAVE_UP}
    group by p.task_identifier order by p.task_identifier`);
  return rows.map(({ task, count }) => ({ task, count: Number(count) }));
}

/** How many gave up. Admins only. */
export async function countFailedJobs(ctx: Ctx): Promise<number> {
  return (await failedTasks(ctx)).reduce((sum, { count }) => sum + count, 0);
}

/** Whether a worker has ever run on this database: it brings its own tables. */
export async function hasJobs(ctx: Ctx): Promise<boolean> {
  const [row] = await ctx.db.execute<{ there: boolean }>(
    sql`select to_regclass('graphile_worker.jobs') is not null as there`,
  );
  return row?.there ?? false;
}
