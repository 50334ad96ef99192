import { sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";

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

/** The jobs that gave up, newest first. Admins only. */
export async function failedJobs(ctx: Ctx): Promise<FailedJob[]> {
  requireAdmin(ctx);
  if (!(await hasJobs(ctx))) return [];
  const rows = await ctx.db.execute<Row>(sql`
    select id, task_identifier, last_error, attempts, (extract(epoch from updated_at) * 1000)::bigint as failed_ms
    from graphile_worker.jobs where attempts >= max_attempts and last_error is not null and locked_at is null
    order by updated_at desc limit 100`);
  return rows.map((row) => ({
    id: Number(row.id),
    task: row.task_identifier,
    error: row.last_error,
    tries: row.attempts,
    failedAt: new Date(Number(row.failed_ms)),
  }));
}

/** Whether a worker has ever run on this database: it brings its own tables. */
export async function hasJobs(ctx: Ctx): Promise<boolean> {
  const [row] = await ctx.db.execute<{ there: boolean }>(
    sql`select to_regclass('graphile_worker.jobs') is not null as there`,
  );
  return row?.there ?? false;
}
