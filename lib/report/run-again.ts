import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { history } from "#lib/audit/history";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound, type PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { hasJobs } from "./jobs.ts";

export const RunAgainInput = z.object({
  jobId: z.coerce.number<string | number>().int().positive(),
  reason: Reason,
});
export type RunAgainInput = z.input<typeof RunAgainInput>;

/**
 * Runs a job that gave up once more, at once. Admins only.
 * @throws not_found when there is none; conflict, saying who, when somebody let it run again meanwhile.
 */
export async function runAgain(ctx: Ctx, input: RunAgainInput): Promise<void> {
  requireAdmin(ctx, "system");
  const { jobId, reason } = RunAgainInput.parse(input);
  if (!(await hasJobs(ctx))) throw notFound("job");
  await inTransaction(ctx, async (ctx) => {
    const [job] = await ctx.db.execute<{ task_identifier: string; last_error: string; tries: number }>(sql`
      with failed as (
        select id, task_identifier, last_error, attempts from graphile_worker.jobs
        where id = ${jobId} and attempts >= max_attempts and last_error is not null and locked_at is null
      )
      select failed.task_identifier, failed.last_error, failed.attempts as tries
      from failed, graphile_worker.reschedule_jobs(array[failed.id], run_at => now(), attempts => 0) again`);
    if (!job) throw await explainRefusal(ctx, jobId);
    await record(ctx, {
      ...about(jobId),
      action: "job.run_again",
      reason,
      before: { task: job.task_identifier, error: job.last_error, tries: job.tries },
      after: { task: job.task_identifier, error: null, tries: 0 },
    });
  });
}

const about = (jobId: number) => ({ subject: "job", subjectId: jobId });

async function explainRefusal(ctx: Ctx, jobId: number): Promise<PortalError> {
  const before = await history(ctx, about(jobId));
  return before.length > 0 ? changedMeanwhile(ctx, about(jobId)) : notFound("job");
}
