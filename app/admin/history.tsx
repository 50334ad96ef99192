import { Card } from "#app/ui/card";
import { cx } from "#app/ui/cx.ts";
import { Time } from "#app/ui/time";
import type { AuditHistoryEntry } from "#lib/audit/audit-history";
import { auditActionLabel } from "#lib/modules";
import { formatFactName, NO_FACT, toTextFacts } from "./audit-facts.ts";

interface Props {
  records: readonly AuditHistoryEntry[] | Promise<readonly AuditHistoryEntry[]>;
}

export async function HistoryCard({ title = "History", records }: Props & { title?: string }) {
  return (
    <Card title={title}>
      <HistoryList records={await records} />
    </Card>
  );
}

export async function HistoryDetails({ records }: Props) {
  const entries = await records;
  if (entries.length === 0) return null;
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-muted text-sm">
        History
      </summary>
      <div className="mt-1">
        <HistoryList records={entries} />
      </div>
    </details>
  );
}

function HistoryList({ records }: { records: readonly AuditHistoryEntry[] }) {
  if (records.length === 0) return <p className="text-muted">No changes yet.</p>;
  return (
    <ol className="divide-y divide-line">
      {records.toReversed().map(({ at, actorName, action, reason, before, after }) => (
        <li key={`${at.getTime()} ${action}`} className="py-2.5 text-sm first:pt-0 last:pb-0">
          <div className="flex flex-wrap justify-between gap-x-4">
            <span>
              <span className="font-medium">{actorName}</span>{" "}
              <span className="text-muted">{auditActionLabel(action)}</span>
            </span>
            <Time at={at} className="text-muted" />
          </div>
          <RecordChanges before={before} after={after} />
          {reason && <p className="break-words text-muted">“{reason}”</p>}
        </li>
      ))}
    </ol>
  );
}

export function RecordChanges({ before, after }: { before: unknown; after: unknown }) {
  const [was, is] = [toTextFacts(before), toTextFacts(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  // Leaves out an empty value that the other side doesn’t name.
  const changed = names.filter((name) => (was[name] ?? NO_FACT) !== (is[name] ?? NO_FACT));
  if (changed.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-0.5">
      {changed.map((name) => (
        <li key={name} className="min-w-0 break-words">
          <span className="text-muted">{formatFactName(name)}</span>{" "}
          {was[name] !== undefined && <OldValue text={was[name]} isRemoved={is[name] === undefined} />}
          {is[name] !== undefined && (
            <ins className="whitespace-pre-line font-medium no-underline">{is[name]}</ins>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A value before the change; struck out only where nothing replaced it: ₦ has bars of its own. */
function OldValue({ text, isRemoved }: { text: string; isRemoved: boolean }) {
  return (
    <>
      <del className={cx("whitespace-pre-line text-muted", !isRemoved && "no-underline")}>{text}</del>
      {!isRemoved && <span className="text-faint"> → </span>}
    </>
  );
}
