import type { CaseView, CaseWord, Seen } from "#lib/purchase/case/case-view";
import type { TimelineStep } from "#lib/purchase/read/view";
import type { StateWords } from "./purchase-words.ts";

/** What the number's owner saw, in people's words. */
export const SEEN_WORDS: Record<Seen, string> = {
  nothing: "No data came",
  less: "Less than was bought",
  other: "Something else",
};

/** How a case stands in people's words. */
export function caseWords({
  state,
  outcome,
  overdue,
}: Pick<CaseView, "state" | "outcome" | "overdue">): StateWords {
  if (outcome === "money_back") return { word: "Money back", tone: "plain" };
  if (outcome === "delivered") return { word: "Found delivered", tone: "good" };
  if (state === "owner") return { word: "Needs the number’s owner", tone: "unsure" };
  return overdue ? { word: "Answer overdue", tone: "bad" } : { word: "Being looked into", tone: "wait" };
}

const STEPS: Partial<Record<CaseWord["kind"], string>> = {
  opened: "Reported as not received.",
  reopened: "Reported again as not received.",
  asking: "The network is being asked.",
  owner: "The number’s owner is asked to look.",
  delivered: "Looked into: it was delivered.",
};

/** What happened to a purchase, with what happened to its case. Money that came back is a step of the purchase itself. */
export function withCaseSteps(
  steps: readonly TimelineStep[],
  words: readonly Pick<CaseWord, "at" | "kind">[] = [],
): TimelineStep[] {
  const told = words.flatMap(({ at, kind }) => {
    const text = STEPS[kind];
    return text ? [{ at, kind: "case" as const, text }] : [];
  });
  return [...steps, ...told].sort((one, other) => one.at.getTime() - other.at.getTime());
}
