import type { HistoryView } from "#lib/audit/history";
import { Card } from "../ui/card.tsx";
import { Time } from "../ui/time.tsx";
import { Difference } from "./difference.tsx";

/** What was done to one thing, newest first: who, when, why, and what it changed. */
export function HistoryCard({
  title = "History",
  records,
}: {
  title?: string;
  records: readonly HistoryView[];
}) {
  return (
    <Card title={title}>
      {records.length === 0 && <p className="text-muted">Nobody changed anything yet.</p>}
      <ol className="divide-y divide-line">
        {[...records].reverse().map(({ at, who, action, reason, before, after }) => (
          <li key={`${at.getTime()} ${action}`} className="py-2.5 text-sm first:pt-0 last:pb-0">
            <div className="flex flex-wrap justify-between gap-x-4">
              <span>
                <span className="font-medium">{who}</span>{" "}
                <span className="text-muted">{action.replace(/[._]/g, " ")}</span>
              </span>
              <span className="text-muted">
                <Time at={at} />
              </span>
            </div>
            <Difference before={before} after={after} />
            {reason && <p className="text-muted">“{reason}”</p>}
          </li>
        ))}
      </ol>
    </Card>
  );
}
