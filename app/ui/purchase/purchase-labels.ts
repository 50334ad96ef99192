import type { PurchaseState } from "#lib/purchase/read/purchase-view";

/** `sent` is on its way, `wait` is for later; `undone` came back: cancelled, reversed, refunded. */
export type Tone = "good" | "sent" | "wait" | "unsure" | "bad" | "undone" | "plain";

export interface StateLabel {
  word: string;
  tone: Tone;
}

const LABELS: Record<PurchaseState, StateLabel> = {
  queued: { word: "Processing", tone: "sent" },
  sending: { word: "Processing", tone: "sent" },
  successful: { word: "Delivered", tone: "good" },
  unconfirmed: { word: "Unconfirmed", tone: "unsure" },
  failed: { word: "Failed, refunded", tone: "bad" },
  reversed: { word: "Reversed", tone: "undone" },
};

/** Labels a purchase state. A failed purchase that was never sent is cancelled. */
export function purchaseStateLabel(state: PurchaseState, cancelled = false): StateLabel {
  return cancelled && state === "failed" ? { word: "Cancelled, refunded", tone: "undone" } : LABELS[state];
}
