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
  const entries = steps
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, kind, text }, index) => ({
      key: index,
      text,
      when: <Time at={at} />,
      tone: getStepTone(kind, settled),
    }));
  return <Timeline entries={next ? [...entries, { key: "next", text: next, ahead: true }] : entries} />;
}

/** A settled step looks like the state it led to. */
function getStepTone(kind: TimelineStep["kind"], settled: Tone): Tone {
  if (kind === "unconfirmed" || kind === "case") return "unsure";
  return kind === "settled" ? settled : "plain";
}

/** A refund is a step of the purchase itself. */
const ISSUE_STEP_LABELS: Readonly<Record<string, string>> = {
  opened: "Delivery issue reported.",
  reopened: "Delivery issue reopened.",
  asking: "Support asked the network.",
  owner: "Support asked the customer for details.",
  delivered: "Support confirmed delivery.",
};

function toIssueStep({ at, kind }: IssueMessage): TimelineStep[] {
  const text = ISSUE_STEP_LABELS[kind];
  return text ? [{ at, kind: "case", text }] : [];
}
