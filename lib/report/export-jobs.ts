import { type Ctx, requireAdmin } from "#lib/core/context";
import { csv } from "#lib/core/csv";
import { allPages } from "#lib/core/page";
import { failedJobs, type JobFilter } from "./jobs.ts";

const CHUNK = 500;

/** Every job that gave up and that a filter finds, as CSV, streamed. Admins only. */
export function exportJobs(ctx: Ctx, filter: JobFilter): AsyncGenerator<string> {
  requireAdmin(ctx);
  return csv(
    ["number", "task", "tries", "failed", "error"],
    allPages(
      (after) => failedJobs(ctx, { ...filter, after }, CHUNK),
      ({ id, task, tries, failedAt, error }) => [id, task, tries, failedAt, error],
    ),
  );
}
