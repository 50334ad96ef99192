import { formatMoney } from "#lib/core/money";
import { exactTime } from "#lib/core/time";
import type { AttemptView } from "#lib/purchase/read/view";
import { Badge } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { type Fact, Facts } from "../../../ui/facts.tsx";
import { Notice } from "../../../ui/notice.tsx";
import type { Tone } from "../../../ui/purchase-words.ts";
import { Time } from "../../../ui/time.tsx";

/** Every try to send it: what came back, word for word, and what it was taken to mean. */
export function Attempts({ attempts }: { attempts: readonly AttemptView[] }) {
  return (
    <Card title={attempts.length === 1 ? "The try to send it" : `Tries to send it: ${attempts.length}`}>
      {attempts.length === 0 && <p className="text-muted">It was not sent.</p>}
      <ol className="grid gap-6">
        {attempts.map((attempt) => (
          <li key={attempt.claimedAt.getTime()}>
            <Attempt attempt={attempt} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Attempt({ attempt }: { attempt: AttemptView }) {
  const { meaning, note, claimedAt, discrepancy, raw } = attempt;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={TONE[meaning ?? ""] ?? "plain"}>{meaning ?? "no answer yet"}</Badge>
        <span className="text-muted text-sm">
          <Time at={claimedAt} />
        </span>
        {note && <span className="min-w-0 text-sm">{note}</span>}
      </div>
      {discrepancy && (
        <Notice kind="error" title="The answer does not fit the request">
          {discrepancy}
        </Notice>
      )}
      <Facts facts={facts(attempt)} />
      {raw && <Raw text={raw} />}
    </div>
  );
}

const TONE: Record<string, Tone> = {
  successful: "good",
  failed: "bad",
  invalid: "bad",
  unconfirmed: "unsure",
  unsent: "wait",
  throttled: "wait",
  refused: "wait",
};

function facts(attempt: AttemptView): Fact[] {
  const {
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
    : "Waiting";
  const chain = [balanceBefore, balanceAfter].map((one) => (one === null ? "not told" : formatMoney(one)));
  return [
    { label: "Sent", value: exactTime(claimedAt) },
    { label: "Took", value: took },
    { label: "HTTP status", value: httpStatus ?? "None" },
    ...(amount === null ? [] : [{ label: "Amount told", value: formatMoney(amount) }]),
    ...(balanceBefore === null && balanceAfter === null
      ? []
      : [{ label: "Balance told", value: `${chain[0]} → ${chain[1]}` }]),
    ...(upstreamId === null ? [] : [{ label: "Upstream id", value: upstreamId, mono: true }]),
    ...(upstreamIdent === null ? [] : [{ label: "Upstream ident", value: upstreamIdent, mono: true }]),
    { label: "Process", value: worker, mono: true },
  ];
}

/** The answer as it came, as text and nothing else. */
function Raw({ text }: { text: string }) {
  return (
    <details className="rounded-md border border-line bg-sunken/60">
      <summary className="flex min-h-11 items-center px-3 font-medium text-sm">
        Raw answer, {text.length.toLocaleString("en")} characters
      </summary>
      <pre className="whitespace-pre-wrap break-all border-line border-t p-3 font-mono text-xs">
        {pretty(text)}
      </pre>
    </details>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
