import type { ReactNode } from "react";
import { Time } from "#app/ui/time";
import { Timeline } from "#app/ui/timeline";
import type { PurchaseState, TimelineStep } from "#lib/purchase/read/purchase-view";
import { purchaseStateLabel, type Tone } from "./purchase-labels.ts";

interface Props {
  steps: readonly TimelineStep[];
  state: PurchaseState;
  cancelled: boolean;
  /** The next step; null when the purchase has ended. */
  next?: ReactNode;
}

export function PurchaseTimeline({ steps, state, cancelled, next }: Props) {
  const entries = steps.map(({ at, kind, text }, index) => ({
    key: index,
    text,
    when: <Time at={at} />,
    tone: getStepTone(kind, purchaseStateLabel(state, cancelled).tone),
  }));
  return <Timeline entries={next ? [...entries, { key: "next", text: next, ahead: true }] : entries} />;
}

/** A settled step looks like the state it led to. */
function getStepTone(kind: TimelineStep["kind"], settled: Tone): Tone {
  if (kind === "unconfirmed" || kind === "case") return "unsure";
  return kind === "settled" ? settled : "plain";
}
