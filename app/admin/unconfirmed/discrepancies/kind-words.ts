import type { Discrepancy } from "#lib/reconcile/admin/discrepancy-list";

export const KIND_WORDS: Record<Discrepancy["kind"], string> = {
  rise: "Money came in",
  fall: "Money went out",
  answer: "Answer does not fit",
  ident: "Seen before",
  failed_charged: "Failed, but charged",
  decision: "Decided otherwise",
};
