import type { AdminPlanDetail } from "#lib/catalogue/admin-plan";
import { Card } from "../../../ui/card.tsx";
import { Time } from "../../../ui/time.tsx";
import { Difference } from "../../difference.tsx";

/** What the upstream changed of a plan, newest first. */
export function Listed({ changes }: { changes: AdminPlanDetail["listed"] }) {
  return (
    <Card title="At the upstream">
      <ol className="divide-y divide-line">
        {changes.map(({ at, changes }) => (
          <li key={at.getTime()} className="py-2.5 text-sm first:pt-0 last:pb-0">
            <p className="text-muted">
              <Time at={at} />
            </p>
            {isNew(changes) ? (
              <p>Listed for the first time.</p>
            ) : (
              <Difference before={sideOf(changes, 0)} after={sideOf(changes, 1)} />
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** A new plan has nothing before. */
function isNew(changes: Record<string, [string | null, string | null]>): boolean {
  return Object.values(changes).every(([before]) => before === null);
}

/** The facts of one side, where they were told. */
function sideOf(changes: Record<string, [string | null, string | null]>, side: 0 | 1) {
  return Object.fromEntries(
    Object.entries(changes).flatMap(([name, both]) =>
      both[side] === null ? [] : [[name.replaceAll("_", " "), both[side]]],
    ),
  );
}
