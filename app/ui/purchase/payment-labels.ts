import type { Tone } from "./purchase-labels.ts";

type PaymentListState = "started" | "paid" | "review" | "failed" | "expired";

export const PAYMENT_STATE_LABELS: Record<PaymentListState, { word: string; tone: Tone }> = {
  started: { word: "Awaiting payment", tone: "wait" },
  paid: { word: "Paid", tone: "good" },
  review: { word: "In review", tone: "unsure" },
  failed: { word: "Failed", tone: "bad" },
  expired: { word: "Expired", tone: "bad" },
};
