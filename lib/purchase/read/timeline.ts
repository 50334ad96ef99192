import { env } from "#lib/core/env";
import { saySpan } from "#lib/core/time";
import type { PurchaseView, TimelineStep } from "./view.ts";

/** What the history of a purchase is told from, beside the purchase itself. */
export interface AttemptFacts {
  claimedAt: Date;
  answeredAt: Date | null;
  meaning: string | null;
}

/** The history of a purchase in plain words, oldest first: what happened, and what is known. */
export function timeline(
  purchase: PurchaseView,
  attempts: readonly AttemptFacts[],
  reversedAt: Date | null,
): TimelineStep[] {
  const steps: TimelineStep[] = [
    { at: purchase.placedAt, kind: "placed", text: "Placed. The money is set aside." },
  ];
  for (const attempt of attempts) steps.push(...attemptSteps(attempt));
  const end = settledStep(purchase);
  if (end) steps.push(end);
  if (reversedAt) steps.push({ at: reversedAt, kind: "reversed", text: REVERSED });
  return steps;
}

const REVERSED = "Taken back by the network. The money is back in the wallet.";

function attemptSteps({ claimedAt, answeredAt, meaning }: AttemptFacts): TimelineStep[] {
  if (meaning === "unsent" || meaning === "throttled" || meaning === "refused") {
    return [
      {
        at: answeredAt ?? claimedAt,
        kind: "returned",
        text: "The network could not take it yet. It waits for its next turn.",
      },
    ];
  }
  const sent: TimelineStep = { at: claimedAt, kind: "sent", text: "Sent to the network." };
  if (meaning !== "unconfirmed") return [sent];
  const waited = saySpan(env().UPSTREAM_TIMEOUT_MS / 1000);
  const text = answeredAt
    ? "The network gave no clear answer. It may or may not have been delivered."
    : `The connection was lost before an answer came (we wait up to ${waited}).`;
  return [sent, { at: answeredAt ?? claimedAt, kind: "unconfirmed", text }];
}

function settledStep(purchase: PurchaseView): TimelineStep | undefined {
  const { settledAt, state, cancelled, outcome } = purchase;
  if (!settledAt) return undefined;
  // What the network said of a reversed purchase gave way to why it was reversed.
  if (state === "reversed") return { at: settledAt, kind: "settled", text: "Delivered." };
  if (state === "successful")
    return { at: settledAt, kind: "settled", text: outcome ? `Delivered. “${outcome}”` : "Delivered." };
  if (cancelled)
    return {
      at: settledAt,
      kind: "settled",
      text: `${outcome ?? "Cancelled."} The money is back in the wallet.`,
    };
  const why = outcome ? ` “${outcome}”` : "";
  return { at: settledAt, kind: "settled", text: `Not delivered.${why} The money is back in the wallet.` };
}
