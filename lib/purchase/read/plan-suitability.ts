import type { PurchaseState } from "./purchase-view.ts";

/** The wordings of networks, which give no code. */
const UNSUITABLE_PATTERN = /not eligible|another plan/i;

interface EndedPurchase {
  state: PurchaseState;
  outcome: string | null;
}

/**
 * Whether a purchase failed because the network doesn't sell this plan to this number, so that the same again
 * would fail too: the supplier rejected it as invalid, or the network says so.
 */
export function isPlanUnsuitable(
  { state, outcome }: EndedPurchase,
  tries: readonly { result: string | null }[],
): boolean {
  if (state !== "failed") return false;
  return tries.some(({ result }) => result === "invalid") || UNSUITABLE_PATTERN.test(outcome ?? "");
}
