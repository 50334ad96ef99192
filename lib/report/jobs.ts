import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { Cursor, type Page, pageConditions, pageOrder, toPage, where } from "#lib/core/page";
import { Words } from "#lib/core/words";

/** A background job that failed and is not tried again by itself. */
export interface FailedJob {
  id: number;
  /** "catalogue:sync". */
  task: string;
  error: string;
  tries: number;
  failedAt: Date;
}

/** The filters of the list, as they stand in an address; what makes no sense is left out. */
export const JobFilter = z.object({
  task: Words.min(1).max(100).optional().catch(undefined),
  /** A part of the error. */
  q: Words.min(1).max(100).optional().catch(undefined),
});
export type JobFilter = z.infer<typeof JobFilter>;

export const FailedJobsInput = JobFilter.extend(Cursor.shape);
export type FailedJobsInput = z.infer<typeof FailedJobsInput>;

type Row = Record<"id" | "task_identifier" | "last_error" | "failed_ms", string> & { attempts: number };

const PAGE_SIZE = 25;

const GAVE_UP = sql`p.attempts >= p.max_attempts and p.last_error is not null and p.locked_at is null`;

/** A page of the jobs that gave up, newest first. Admins only. */
export async function failedJobs(
  ctx: Ctx,
  input: FailedJobsInput = {},
  size = PAGE_SIZE,
): Promise<Page<FailedJob>> {
  requireAdmin(ctx);
  if (!(await hasJobs(ctx))) return { rows: [], next: null, previous: null };
  const { task, q } = input;
  const conditions = [
    GAVE_UP,
    ...(task ? [sql`p.task_identifier = ${task}`] : []),
    ...(q ? [sql`position(lower(${q}) in lower(p.last_error)) > 0`] : []),
    ...pageConditions(input),
  ];
  const rows = await ctx.db.execute<Row>(sql`
    select p.id, p.task_identifier, p.last_error, p.attempts, (extract(epoch from p.updated_at) * 1000)::bigint as failed_ms
    from graphile_worker.jobs p ${where(conditions)} ${pageOrder(input, size)}`);
  return toPage(rows, input, size, (row) => ({
    id: Number(row.id),
    task: row.task_identifier,
    error: row.last_error,
    tries: row.attempts,
    failedAt: new Date(Number(row.failed_ms)),
  }));
}

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
