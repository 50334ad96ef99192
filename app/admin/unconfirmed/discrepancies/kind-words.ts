import type { DiscrepancyView } from "#lib/reconcile/view";

export const KIND_WORDS: Record<DiscrepancyView["kind"], string> = {
  rise: "Money came in",
  fall: "Money went out",
  answer: "Answer does not fit",
  ident: "Seen before",
  failed_charged: "Failed, but charged",
  decision: "Decided otherwise",
};
