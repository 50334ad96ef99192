import type { ReactNode } from "react";
import type { PurchaseState, TimelineStep } from "#lib/purchase/read/view";
import { purchaseWords, type Tone } from "./purchase-words.ts";
import { Time } from "./time.tsx";
import { Timeline } from "./timeline.tsx";

interface Props {
  steps: readonly TimelineStep[];
  state: PurchaseState;
  cancelled: boolean;
  /** What is still to come; null when it is over. */
  next?: ReactNode;
}

/** A purchase's history with what is next. */
export function PurchaseTimeline({ steps, state, cancelled, next }: Props) {
  const entries = steps.map(({ at, kind, text }, index) => ({
    key: index,
    text,
    when: <Time at={at} />,
    tone: toneOf(kind, purchaseWords(state, cancelled).tone),
  }));
  return <Timeline entries={next ? [...entries, { key: "next", text: next, ahead: true }] : entries} />;
}

/** A settled step looks like the state it led to. */
function toneOf(kind: TimelineStep["kind"], settled: Tone): Tone {
  if (kind === "unconfirmed" || kind === "case") return "unsure";
  return kind === "settled" ? settled : "plain";
}
