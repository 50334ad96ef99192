import { StateBadge } from "#app/ui/badge";
import { Banner } from "#app/ui/banner";
import { Card } from "#app/ui/card";
import { type DescriptionItems, DescriptionList } from "#app/ui/description-list";
import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { Time } from "#app/ui/time";
import { formatMoney } from "#lib/core/money/money";
import { parseJson } from "#lib/core/text/foreign-text";
import { formatExactTime } from "#lib/core/time/time";
import type { AttemptView } from "#lib/purchase/read/purchase-view";

export function AttemptList({ attempts }: { attempts: readonly AttemptView[] }) {
  return (
    <Card title={attempts.length === 1 ? "Attempt" : `Attempts: ${attempts.length}`}>
      {attempts.length === 0 && <p className="text-muted">Not sent.</p>}
      <ol className="grid gap-6">
        {attempts.map((attempt) => (
          <li key={attempt.claimedAt.getTime()}>
            <AttemptCard attempt={attempt} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function AttemptCard({ attempt }: { attempt: AttemptView }) {
  const { result, note, claimedAt, discrepancy, raw } = attempt;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StateBadge {...getResultLabel(result)} icon={false} />
        <Time at={claimedAt} className="text-muted text-sm" />
        {note && <span className="min-w-0 text-sm">{note}</span>}
      </div>
      {discrepancy && (
        <Banner kind="error" title="The response doesn’t match the request">
          {discrepancy}
        </Banner>
      )}
      <DescriptionList facts={buildAttemptItems(attempt)} />
      {raw && <RawResponse text={raw} />}
    </div>
  );
}

const CHOICE_LABELS: Record<string, string> = {
  only: "Only supplier with this plan",
  cost: "Cheapest supplier",
  rank: "Preferred supplier",
  first: "First choice of this plan, or the cheapest after it",
  next: "Previous supplier didn’t execute it",
  late: "Better supplier was busy",
  probe: "Probe after a stop",
};

const RESULT_LABELS: Record<string, StateLabel> = {
  successful: { word: "Delivered", tone: "good" },
  failed: { word: "Failed", tone: "bad" },
  invalid: { word: "Invalid", tone: "bad" },
  unconfirmed: { word: "Unconfirmed", tone: "unsure" },
  unsent: { word: "Not sent", tone: "wait" },
  throttled: { word: "Throttled", tone: "wait" },
  rejected: { word: "Rejected", tone: "wait" },
};

const getResultLabel = (result: string | null): StateLabel =>
  RESULT_LABELS[result ?? ""] ?? { word: result ?? "No response yet", tone: "plain" };

function buildAttemptItems(attempt: AttemptView): DescriptionItems {
  const {
    supplier,
    choice,
    httpStatus,
    claimedAt,
    answeredAt,
    amount,
    balanceBefore,
    balanceAfter,
    worker,
    upstreamId,
    upstreamIdent,
  } = attempt;
  const took = answeredAt
    ? `${((answeredAt.getTime() - claimedAt.getTime()) / 1000).toFixed(1)} s`
    : "Awaiting response";
  const chain = [balanceBefore, balanceAfter].map((balance) =>
    balance === null ? "unknown" : formatMoney(balance),
  );
  const reason = supplier === null ? undefined : CHOICE_LABELS[choice ?? ""];
  return [
    supplier !== null && { label: "Supplier", value: supplier },
    reason !== undefined && { label: "Selection reason", value: reason },
    { label: "Sent", value: formatExactTime(claimedAt) },
    { label: "Duration", value: took },
    { label: "HTTP status", value: httpStatus ?? "None" },
    amount !== null && { label: "Reported amount", value: formatMoney(amount) },
    ...(balanceBefore === null && balanceAfter === null
      ? []
      : [{ label: "Reported balance", value: `${chain[0]} → ${chain[1]}` }]),
    upstreamId !== null && { label: "Supplier’s ID", value: upstreamId, mono: true },
    upstreamIdent !== null && { label: "Supplier’s reference", value: upstreamIdent, mono: true },
    { label: "Process", value: worker, mono: true },
  ];
}

/** The raw response, as text only. */
function RawResponse({ text }: { text: string }) {
  return (
    <details className="rounded-md border border-line bg-sunken/60">
      <summary className="flex min-h-11 items-center px-3 font-medium text-sm">
        Raw response, {text.length.toLocaleString("en")} characters
      </summary>
      <pre className="whitespace-pre-wrap break-all border-line border-t p-3 font-mono text-xs">
        {formatJson(text)}
      </pre>
    </details>
  );
}

function formatJson(text: string): string {
  return JSON.stringify(parseJson(text), null, 2) ?? text;
}
