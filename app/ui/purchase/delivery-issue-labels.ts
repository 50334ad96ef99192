import type {
  DeliveryIssueMessage,
  DeliveryIssueView,
  Symptom,
} from "#lib/purchase/issue/delivery-issue-view";
import type { TimelineStep } from "#lib/purchase/read/purchase-view";
import type { StateLabel } from "./purchase-labels.ts";

export const SYMPTOM_LABELS: Record<Symptom, string> = {
  nothing: "No data arrived",
  less: "Less data than bought",
  other: "Another problem",
};

export function deliveryIssueStateLabel({
  state,
  outcome,
  overdue,
}: Pick<DeliveryIssueView, "state" | "outcome" | "overdue">): StateLabel {
  if (outcome === "money_back") return { word: "Refunded", tone: "plain" };
  if (outcome === "delivered") return { word: "Delivery confirmed", tone: "good" };
  if (state === "owner") return { word: "Awaiting customer", tone: "unsure" };
  return overdue ? { word: "Reply overdue", tone: "bad" } : { word: "In review", tone: "wait" };
}

const STEP_LABELS: Partial<Record<DeliveryIssueMessage["kind"], string>> = {
  opened: "Delivery issue reported.",
  reopened: "Delivery issue reopened.",
  asking: "Support asked the network.",
  owner: "Support asked the customer for details.",
  delivered: "Support confirmed delivery.",
};

/** Adds the steps of a delivery issue to a purchase timeline. A refund is a step of the purchase itself. */
export function addDeliveryIssueSteps(
  steps: readonly TimelineStep[],
  words: readonly Pick<DeliveryIssueMessage, "at" | "kind">[] = [],
): TimelineStep[] {
  const issueSteps = words.flatMap(({ at, kind }) => {
    const text = STEP_LABELS[kind];
    return text ? [{ at, kind: "case" as const, text }] : [];
  });
  return [...steps, ...issueSteps].sort((a, b) => a.at.getTime() - b.at.getTime());
}
