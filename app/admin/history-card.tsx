import type { HistoryView } from "#lib/audit/history";
import { Card } from "../ui/card.tsx";
import { Time } from "../ui/time.tsx";
import { actionWords } from "./action-words.ts";
import { Difference } from "./difference.tsx";

interface Props {
  records: readonly HistoryView[];
}

/** What was done to one thing, newest first: who, when, why, and what it changed. */
export function HistoryCard({ title = "History", records }: Props & { title?: string }) {
  return (
    <Card title={title}>
      <HistoryList records={records} />
    </Card>
  );
}

/** The same behind a word, where the thing has no card of its own for it. */
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
  if (records.length === 0) return <p className="text-muted">Nobody changed anything yet.</p>;
  return (
    <ol className="divide-y divide-line">
      {[...records].reverse().map(({ at, who, action, reason, before, after }) => (
        <li key={`${at.getTime()} ${action}`} className="py-2.5 text-sm first:pt-0 last:pb-0">
          <div className="flex flex-wrap justify-between gap-x-4">
            <span>
              <span className="font-medium">{who}</span>{" "}
              <span className="text-muted">{actionWords(action)}</span>
            </span>
            <span className="text-muted">
              <Time at={at} />
            </span>
          </div>
          <Difference before={before} after={after} />
          {reason && <p className="break-words text-muted">“{reason}”</p>}
        </li>
      ))}
    </ol>
  );
}
