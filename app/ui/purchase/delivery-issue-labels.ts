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
  state: "admin" | "customer" | "closed";
  outcome: "delivered" | "money_back" | null;
  overdue: boolean;
}): StateLabel {
  if (outcome === "money_back") return { word: "Refunded", tone: "undone" };
  if (outcome === "delivered") return { word: "Delivery confirmed", tone: "good" };
  if (state === "customer") return { word: "Awaiting customer", tone: "unsure" };
  return overdue ? { word: "Reply overdue", tone: "bad" } : { word: "In review", tone: "wait" };
}
