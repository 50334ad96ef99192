import type { PurchaseView } from "./purchase-view.ts";

/** Networks say it in their own words. */
const UNSUITABLE_PATTERN = /not eligible|another plan|doesn’t offer this plan/i;

/**
 * Whether a purchase failed because the network doesn't sell this plan to this number:
 * the same again would fail too.
 */
export function isPlanUnsuitable({ state, outcome }: Pick<PurchaseView, "state" | "outcome">): boolean {
  return state === "failed" && UNSUITABLE_PATTERN.test(outcome ?? "");
}
