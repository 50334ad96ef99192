import type { ReactNode } from "react";
import type { PurchaseState, TimelineStep } from "#lib/purchase/view";
import type { Tone } from "./purchase-words.ts";
import { Time } from "./time.tsx";
import { Timeline } from "./timeline.tsx";

interface Props {
  steps: readonly TimelineStep[];
  state: PurchaseState;
  /** What is still to come; null when it is over. */
  next?: ReactNode;
}

/** A purchase's history with what is next. */
export function PurchaseTimeline({ steps, state, next }: Props) {
  const entries = steps.map(({ at, kind, text }, index) => ({
    key: index,
    text,
    when: <Time at={at} />,
    tone: toneOf(kind, state),
  }));
  return <Timeline entries={next ? [...entries, { key: "next", text: next, ahead: true }] : entries} />;
}

function toneOf(kind: TimelineStep["kind"], state: PurchaseState): Tone {
  if (kind === "unconfirmed") return "unsure";
  if (kind !== "settled") return "plain";
  return state === "failed" ? "bad" : "good";
}
