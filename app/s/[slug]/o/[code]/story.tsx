import type { CustomerOrderView } from "#lib/shop/find-order";
import { Time } from "../../../../ui/time.tsx";
import { Timeline } from "../../../../ui/timeline.tsx";
import { nextOf, stepsOf } from "./steps.ts";

/** What happened to the order so far, and what is next. */
export function Story({ order }: { order: CustomerOrderView }) {
  const entries = stepsOf(order).map(({ text, at, tone }) => ({
    key: text,
    text,
    when: <Time at={at} />,
    tone,
  }));
  const next = nextOf(order);
  return <Timeline entries={next ? [...entries, { key: "next", text: next, ahead: true }] : entries} />;
}
