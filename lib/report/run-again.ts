import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { hasJobs } from "./jobs.ts";

export const RunAgainInput = z.object({ jobId: z.coerce.number<string | number>().int().positive() });
export type RunAgainInput = z.infer<typeof RunAgainInput>;

/** Lets a job that gave up run once more, at once. Admins only. @throws not_found when it runs already or is done. */
export async function runAgain(ctx: Ctx, { jobId }: RunAgainInput): Promise<void> {
  requireAdmin(ctx);
  if (!(await hasJobs(ctx))) throw notFound("job");
  await inTransaction(ctx, async (ctx) => {
    const [job] = await ctx.db.execute<{ task_identifier: string; last_error: string }>(sql`
      with failed as (
        select id, task_identifier, last_error from graphile_worker.jobs
        where id = ${jobId} and attempts >= max_attempts and last_error is not null and locked_at is null
      )
      select failed.task_identifier, failed.last_error
      from failed, graphile_worker.reschedule_jobs(array[failed.id], run_at => now(), attempts => 0) again`);
    if (!job) throw notFound("job");
    await record(ctx, {
      action: "job.run_again",
      subject: "job",
      subjectId: jobId,
      before: { task: job.task_identifier, error: job.last_error },
    });
  });
}
