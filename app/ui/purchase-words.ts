import type { PurchaseState } from "#lib/purchase/read/view";

export type Tone = "good" | "wait" | "unsure" | "bad" | "plain";

/** A purchase's state in people's words, and the tone that goes with it. */
export interface StateWords {
  word: string;
  tone: Tone;
}

const WORDS: Record<PurchaseState, StateWords> = {
  queued: { word: "On its way", tone: "wait" },
  sending: { word: "On its way", tone: "wait" },
  successful: { word: "Delivered", tone: "good" },
  unconfirmed: { word: "Not confirmed yet", tone: "unsure" },
  failed: { word: "Failed, money back", tone: "bad" },
  reversed: { word: "Reversed", tone: "plain" },
};

/** The words for a state; a failed purchase that was never sent says "Cancelled". */
export function purchaseWords(state: PurchaseState, cancelled = false): StateWords {
  return cancelled && state === "failed" ? { word: "Cancelled", tone: "plain" } : WORDS[state];
}
