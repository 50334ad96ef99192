import { formatMoney } from "#lib/core/money/money";
import { formatSendTimeout } from "./format-send-timeout.ts";
import type { PurchaseView, TimelineStep } from "./purchase-view.ts";

export interface AttemptFacts {
  claimedAt: Date;
  answeredAt: Date | null;
  result: string | null;
}

interface TimelineOptions {
  /** Steps of its advance; with them, the wallet has the money of a failed purchase already. */
  advances?: readonly TimelineStep[];
  /** Whether the reader may not see the price. */
  isCostHidden?: boolean;
}

export function buildTimeline(
  purchase: PurchaseView,
  attempts: readonly AttemptFacts[],
  reversedAt: Date | null,
  { advances = [], isCostHidden = false }: TimelineOptions = {},
): TimelineStep[] {
  const steps: TimelineStep[] = [
    {
      at: purchase.placedAt,
      kind: "placed",
      text: isCostHidden ? "Placed." : `Placed. ${formatMoney(purchase.price)} on hold.`,
    },
  ];
  for (const attempt of attempts) steps.push(...buildAttemptSteps(attempt));
  const end = buildSettledStep(purchase, advances.length > 0);
  if (end) steps.push(end);
  if (reversedAt) steps.push({ at: reversedAt, kind: "reversed", text: REVERSED_TEXT });
  return [...steps, ...advances].sort((a, b) => a.at.getTime() - b.at.getTime());
}

const REVERSED_TEXT = "Reversed by the network. The money was refunded to the wallet.";

function buildAttemptSteps({ claimedAt, answeredAt, result }: AttemptFacts): TimelineStep[] {
  if (result === "unsent" || result === "throttled" || result === "rejected") {
    return [
      {
        at: answeredAt ?? claimedAt,
        kind: "returned",
        text: "The network was busy. We’ll try again.",
      },
    ];
  }
  const sent: TimelineStep = { at: claimedAt, kind: "sent", text: "Sent to the network." };
  if (result !== "unconfirmed") return [sent];
  const waited = formatSendTimeout();
  const text = answeredAt
    ? "The network gave no clear response. The data may or may not have been delivered."
    : `The connection was lost before the network responded (we wait up to ${waited}).`;
  return [sent, { at: answeredAt ?? claimedAt, kind: "unconfirmed", text }];
}

function buildSettledStep(purchase: PurchaseView, isAdvanced: boolean): TimelineStep | undefined {
  const { settledAt, state, cancelled, outcome } = purchase;
  if (!settledAt) return undefined;
  if (state === "successful" || state === "reversed")
    return { at: settledAt, kind: "settled", text: "Delivered." };
  if (cancelled)
    return {
      at: settledAt,
      kind: "settled",
      text: `${outcome ?? "Cancelled."} The money was refunded to the wallet.`,
    };
  const quote = outcome ? ` “${outcome}”` : "";
  return {
    at: settledAt,
    kind: "settled",
    text: `Not delivered.${quote} ${isAdvanced ? "The wallet has the money already." : "The money was refunded to the wallet."}`,
  };
}
