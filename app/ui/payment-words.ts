import type { Tone } from "./purchase-words.ts";

type State = "started" | "paid" | "review" | "failed" | "expired";

/** What became of a payment online, in a word. */
export const PAYMENT_WORDS: Record<State, { word: string; tone: Tone }> = {
  started: { word: "Not paid yet", tone: "wait" },
  paid: { word: "Paid", tone: "good" },
  review: { word: "Being looked at", tone: "unsure" },
  failed: { word: "Failed", tone: "bad" },
  expired: { word: "Not paid in time", tone: "bad" },
};
