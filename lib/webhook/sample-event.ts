import type { PurchaseState, PurchaseView } from "#lib/purchase/read/purchase-view";
import { toListedTransactionView } from "#lib/purchase/read/transaction-view";

/** The types of events, in the order of the documentation. */
export const EVENT_TYPES = [
  "purchase.successful",
  "purchase.failed",
  "purchase.reversed",
  "plans.changed",
  "announcement.made",
  "webhook.test",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The subject of an event that a reseller sends manually: its data is made up. */
export const SAMPLE_SUBJECT = "test";

/** Builds the data of a manually sent event, in the shape of a real one, where its module does not. */
export function buildSampleData(type: string, at: Date): unknown {
  switch (type as EventType) {
    case "webhook.test":
      return { message: "It works." };
    case "plans.changed":
      return { version: 1, plans: [1] };
    default:
      return buildSamplePurchase(type.slice("purchase.".length) as PurchaseState, at);
  }
}

const OUTCOMES: Partial<Record<PurchaseState, string>> = {
  successful: "Delivered (test).",
  failed: "The network declined it (test).",
  reversed: "Reversed: a test.",
};

function buildSamplePurchase(state: PurchaseState, placedAt: Date) {
  const purchase: PurchaseView = {
    ...{ id: 1, ident: "DTTEST000000000000", ref: "test-event", namespace: "buyer", channel: "api" },
    ...{ networkId: 1, networkName: "MTN", planId: 1, typeName: "SME", size: "1", volume: "GB" },
    listed: { network: "MTN", type: "SME" },
    ...{ validity: "30 days", phone: "0803 123 4567", phoneE164: "+2348031234567", price: 39_000n },
    ...{ walletBefore: 10_000_000n, walletAfter: 9_961_000n, state, cancelled: false },
    ...{ placedAt, deadlineAt: placedAt, settledAt: placedAt, outcome: OUTCOMES[state] ?? null },
  };
  return toListedTransactionView(purchase);
}
