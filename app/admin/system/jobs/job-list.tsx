import type { FailedJob } from "#lib/report/jobs";
import { Fold } from "../../../ui/fold.tsx";
import { May } from "../../../ui/may.tsx";
import { Time } from "../../../ui/time.tsx";
import { DeskForm } from "../../desk-form.tsx";
import { runJobAgain } from "../actions.ts";

export const NO_JOBS = "None. What runs every minute is tried again by itself.";

/** Background jobs that gave up, each with its error and a way to run it again. */
export function JobList({ jobs }: { jobs: readonly FailedJob[] }) {
  if (jobs.length === 0) return <p className="text-muted">{NO_JOBS}</p>;
  return (
    <ul className="grid gap-4 divide-y divide-line">
      {jobs.map(({ id, task, error, tries, failedAt }) => (
        <li key={id} className="grid gap-2 pt-4 first:pt-0">
          <div className="flex flex-wrap justify-between gap-x-4">
            <span className="font-medium font-mono text-sm">{task}</span>
            <span className="text-muted text-sm">
              {tries === 1 ? "1 try" : `${tries} tries`}, <Time at={failedAt} />
            </span>
          </div>
          <p className="line-clamp-3 break-words text-sm">{error}</p>
          <May do="system">
            <Fold title="Run again">
              <DeskForm
                needs="system"
                id={`job-${id}`}
                action={runJobAgain}
                hidden={{ jobId: id }}
                submit="Run it"
              />
            </Fold>
          </May>
        </li>
      ))}
    </ul>
  );
}
