import type { ReactNode } from "react";
import { Time } from "#app/ui/time";
import { Timeline } from "#app/ui/timeline";
import type { PurchaseState, TimelineStep } from "#lib/purchase/read/purchase-view";
import { purchaseStateLabel, type Tone } from "./purchase-labels.ts";

interface Props {
  purchase: { timeline: readonly TimelineStep[]; state: PurchaseState; cancelled: boolean };
  issue?: { messages: readonly IssueMessage[] } | null | undefined;
  /** The next step; null when the purchase has ended. */
  next?: ReactNode;
}

interface IssueMessage {
  at: Date;
  kind: string;
}

export function PurchaseTimeline({ purchase: { timeline, state, cancelled }, issue, next }: Props) {
  const { tone: settled } = purchaseStateLabel(state, cancelled);
  const steps = [...timeline, ...(issue?.messages ?? []).flatMap(toIssueStep)];
  const entries = groupReturns(steps.sort((a, b) => a.at.getTime() - b.at.getTime())).map(
    ({ at, kind, text, earlier }, index) => ({
      key: index,
      text: earlier.length > 0 ? <ReturnList text={text} times={[...earlier, at]} /> : text,
      when: <Time at={at} />,
      tone: getStepTone(kind, settled),
    }),
  );
  return <Timeline entries={next ? [...entries, { key: "next", text: next, ahead: true }] : entries} />;
}

/** Makes one step of attempts in a row that the network didn't take. */
function groupReturns(steps: readonly TimelineStep[]): (TimelineStep & { earlier: Date[] })[] {
  const grouped: (TimelineStep & { earlier: Date[] })[] = [];
  for (const step of steps) {
    const before = grouped.at(-1);
    if (step.kind === "returned" && before?.kind === "returned")
      grouped.splice(-1, 1, { ...step, earlier: [...before.earlier, before.at] });
    else grouped.push({ ...step, earlier: [] });
  }
  return grouped;
}

function ReturnList({ text, times }: { text: string; times: readonly Date[] }) {
  return (
    <details>
      <summary className="cursor-pointer">
        {text} Tried {times.length} times.
      </summary>
      <ul className="mt-1 text-muted text-sm">
        {times.map((at) => (
          <li key={at.getTime()}>
            <Time at={at} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A settled step looks like the state it led to. */
function getStepTone(kind: TimelineStep["kind"], settled: Tone): Tone {
  if (kind === "unconfirmed" || kind === "delivery_issue") return "unsure";
  return kind === "settled" ? settled : "plain";
}

/** A refund is a step of the purchase itself. */
const ISSUE_STEP_LABELS: Readonly<Record<string, string>> = {
  opened: "Delivery issue reported.",
  reopened: "Delivery issue reopened.",
  asking: "Support asked the network.",
  customer: "Support asked the customer for details.",
  delivered: "Support confirmed delivery.",
};

function toIssueStep({ at, kind }: IssueMessage): TimelineStep[] {
  const text = ISSUE_STEP_LABELS[kind];
  return text ? [{ at, kind: "delivery_issue", text }] : [];
}
