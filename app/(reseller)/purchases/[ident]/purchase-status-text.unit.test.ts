import { expect, test } from "vitest";
import type { PurchaseDetail } from "#lib/purchase/read/purchase-view";
import { describePurchase } from "./purchase-status-text.tsx";

const failed = {
  state: "failed",
  networkName: "MTN",
  phone: "0803 000 0001",
  outcome: "The recipient 08030000001 is not eligible for this plan.",
  advance: null,
  isPlanUnsuitable: false,
  isOutcomeQuoted: false,
} as PurchaseDetail;

test.each([
  [
    { isPlanUnsuitable: true, isOutcomeQuoted: true },
    "MTN can’t give this plan to 0803\u00a0000\u00a00001. Choose another plan.",
  ],
  [{ outcome: "Error 7.", isOutcomeQuoted: true }, "MTN responded: “Error 7.”"],
  [{ outcome: "It wasn’t sent." }, "It wasn’t sent."],
])(
  "says of a failed purchase that the money is back, then the reason in the portal's words: %o",
  (facts, reason) => {
    expect(describePurchase({ ...failed, ...facts }, "₦98").say).toBe(
      `₦98 is back in your wallet. ${reason}`,
    );
  },
);
