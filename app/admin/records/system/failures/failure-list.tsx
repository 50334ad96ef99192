import { rerunJobAction } from "#app/admin/actions.ts";
import { AdminForm } from "#app/admin/admin-form";
import { Disclosure } from "#app/ui/disclosure";
import { CircleCheck } from "#app/ui/icon/icons.ts";
import { PermissionGate } from "#app/ui/page/permission-gate";
import { Time } from "#app/ui/time";
import type { FailureView } from "#lib/monitoring/lane-failures";

export const NO_FAILURES = {
  icon: CircleCheck,
  title: "No failures",
  text: "Failing work is listed here until it succeeds.",
};

export function FailureList({ failures }: { failures: readonly FailureView[] }) {
  if (failures.length === 0)
    return (
      <p className="text-muted">
        {NO_FAILURES.title}. {NO_FAILURES.text}
      </p>
    );
  return (
    <ul className="divide-y divide-line">
      {failures.map(({ id, label, item, error, failures: count, since, dueAt }) => (
        <li key={id} className="grid gap-2 py-4 first:pt-0 last:pb-0">
          <div className="flex flex-wrap justify-between gap-x-4">
            <span className="font-medium text-sm">{item === "" ? label : `${label}: ${item}`}</span>
            <span className="text-muted text-sm">
              {count === 1 ? "1 failure" : `${count} failures`} since <Time at={since} />, next attempt{" "}
              <Time at={dueAt} />
            </span>
          </div>
          <p className="line-clamp-3 break-words text-sm">{error}</p>
          <PermissionGate do="system">
            <Disclosure title="Retry now">
              <AdminForm
                needs="system"
                id={`failure-${id}`}
                action={rerunJobAction}
                hidden={{ failureId: id }}
                submit="Retry"
              />
            </Disclosure>
          </PermissionGate>
        </li>
      ))}
    </ul>
  );
}
