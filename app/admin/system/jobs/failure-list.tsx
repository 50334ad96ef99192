import type { FailureView } from "#lib/report/lane-failures";
import { Fold } from "../../../ui/fold.tsx";
import { May } from "../../../ui/may.tsx";
import { Time } from "../../../ui/time.tsx";
import { DeskForm } from "../../desk-form.tsx";
import { runJobAgain } from "../actions.ts";

export const NO_FAILURES = "No failures. What fails is listed here until it succeeds.";

/** What fails in background work, each with its error and a way to run it now. */
export function FailureList({ failures }: { failures: readonly FailureView[] }) {
  if (failures.length === 0) return <p className="text-muted">{NO_FAILURES}</p>;
  return (
    <ul className="divide-y divide-line">
      {failures.map(({ id, label, item, error, failures: count, since, nextLookAt }) => (
        <li key={id} className="grid gap-2 py-4 first:pt-0 last:pb-0">
          <div className="flex flex-wrap justify-between gap-x-4">
            <span className="font-medium text-sm">{item === "" ? label : `${label}: ${item}`}</span>
            <span className="text-muted text-sm">
              {count === 1 ? "1 failure" : `${count} failures`} since <Time at={since} />, next attempt{" "}
              <Time at={nextLookAt} />
            </span>
          </div>
          <p className="line-clamp-3 break-words text-sm">{error}</p>
          <May do="system">
            <Fold title="Run now">
              <DeskForm
                needs="system"
                id={`failure-${id}`}
                action={runJobAgain}
                hidden={{ failureId: id }}
                submit="Run it now"
              />
            </Fold>
          </May>
        </li>
      ))}
    </ul>
  );
}
