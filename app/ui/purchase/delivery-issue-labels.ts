import type { TimelineStep } from "#lib/purchase/read/purchase-view";
import type { StateLabel } from "./purchase-labels.ts";

export const SYMPTOM_LABELS: Record<"nothing" | "less" | "other", string> = {
  nothing: "No data arrived",
  less: "Less data than bought",
  other: "Another problem",
};

export function deliveryIssueStateLabel({
  state,
  outcome,
  overdue,
}: {
  state: "desk" | "owner" | "closed";
  outcome: "delivered" | "money_back" | null;
  overdue: boolean;
}): StateLabel {
  if (outcome === "money_back") return { word: "Refunded", tone: "plain" };
  if (outcome === "delivered") return { word: "Delivery confirmed", tone: "good" };
  if (state === "owner") return { word: "Awaiting customer", tone: "unsure" };
  return overdue ? { word: "Reply overdue", tone: "bad" } : { word: "In review", tone: "wait" };
}

const STEP_LABELS: Readonly<Record<string, string>> = {
  opened: "Delivery issue reported.",
  reopened: "Delivery issue reopened.",
  asking: "Support asked the network.",
  owner: "Support asked the customer for details.",
  delivered: "Support confirmed delivery.",
};

/** Adds the steps of a delivery issue to a purchase timeline. A refund is a step of the purchase itself. */
export function addDeliveryIssueSteps(
  steps: readonly TimelineStep[],
  messages: readonly { at: Date; kind: string }[] = [],
): TimelineStep[] {
  const issueSteps = messages.flatMap(({ at, kind }) => {
    const text = STEP_LABELS[kind];
    return text ? [{ at, kind: "case" as const, text }] : [];
  });
  return [...steps, ...issueSteps].sort((a, b) => a.at.getTime() - b.at.getTime());
}
