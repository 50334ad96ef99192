import { Card } from "#app/ui/card";
import { Time } from "#app/ui/time";
import type { AuditHistoryEntry } from "#lib/audit/audit-history";
import { auditActionLabel } from "#lib/modules";
import { RecordChanges } from "./record-changes.tsx";

interface Props {
  records: readonly AuditHistoryEntry[];
}

/** The changes of one thing, newest first: actor, time, reason and values. */
export function HistoryCard({ title = "History", records }: Props & { title?: string }) {
  return (
    <Card title={title}>
      <HistoryList records={records} />
    </Card>
  );
}

/** The same, folded into another card. */
export function HistoryDetails({ records }: Props) {
  if (records.length === 0) return null;
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-muted text-sm">
        History
      </summary>
      <div className="mt-1">
        <HistoryList records={records} />
      </div>
    </details>
  );
}

function HistoryList({ records }: Props) {
  if (records.length === 0) return <p className="text-muted">No changes yet.</p>;
  return (
    <ol className="divide-y divide-line">
      {[...records].reverse().map(({ at, who, action, reason, before, after }) => (
        <li key={`${at.getTime()} ${action}`} className="py-2.5 text-sm first:pt-0 last:pb-0">
          <div className="flex flex-wrap justify-between gap-x-4">
            <span>
              <span className="font-medium">{who}</span>{" "}
              <span className="text-muted">{auditActionLabel(action)}</span>
            </span>
            <span className="text-muted">
              <Time at={at} />
            </span>
          </div>
          <RecordChanges before={before} after={after} />
          {reason && <p className="break-words text-muted">“{reason}”</p>}
        </li>
      ))}
    </ol>
  );
}
