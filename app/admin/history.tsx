import { Card } from "#app/ui/card";
import { cx } from "#app/ui/cx.ts";
import { LEVEL_LABELS } from "#app/ui/labels.ts";
import { Time } from "#app/ui/time";
import type { AuditHistoryEntry } from "#lib/audit/audit-history";
import { formatMoney } from "#lib/core/money/money";
import { formatTime } from "#lib/core/time/time";
import { auditActionLabel } from "#lib/modules";

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
  const changed = names.filter((name) => (was[name] ?? NO_VALUE) !== (is[name] ?? NO_VALUE));
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

/** "singleAdminLimit" → "single admin limit". */
const formatFactName = (name: string) =>
  FACT_LABELS[name] ?? name.replaceAll("_", " ").replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);

const NO_VALUE = "none";

/** Facts whose recorded name says too little. */
const FACT_LABELS: Readonly<Record<string, string>> = {
  by: "decided by",
  ips: "IP addresses",
  on: "turned on",
  off: "turned off",
  approvalRequest: "approval request",
};

/** Recorded values in the words of the pages. */
const VALUE_LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  state: {
    queued: "Processing",
    sending: "Processing",
    successful: "Delivered",
    unconfirmed: "Unconfirmed",
    failed: "Failed, refunded",
    reversed: "Reversed",
  },
  by: { answer: "the network", chain: "balances", cancelled: "the buyer", admin: "an admin" },
};

const levelLabel = (level: string) => new Map(Object.entries(LEVEL_LABELS)).get(level) ?? level;

/** Facts as text: "hidden" → "no". */
function toTextFacts(facts: unknown): Record<string, string> {
  if (typeof facts !== "object" || facts === null) return {};
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, formatFactValue(name, value)]),
  );
}

/** Facts that are money: their records keep minor units. */
const MONEY_FACT_PATTERN =
  /^(wallet|price|amount|balance|floor|held|reward|minimum|cap|volume|.*(limit|balance|above|below|cost))$/i;

/** Facts that are instants, as JSON keeps them. */
const INSTANT_PATTERN = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function formatFactValue(name: string, value: unknown): string {
  if (typeof value === "string" && MONEY_FACT_PATTERN.test(name) && /^-?\d+$/.test(value))
    return formatMoney(BigInt(value));
  if (typeof value === "string" && INSTANT_PATTERN.test(value)) return formatTime(new Date(value));
  if (name === "level" && typeof value === "string") return levelLabel(value);
  const label = VALUE_LABELS[name]?.[String(value)];
  if (label) return label;
  if (value === null || value === "") return NO_VALUE;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.join(", ") || NO_VALUE;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
