import type { Level } from "#lib/core/context";
import type { PurchaseView } from "#lib/purchase/read/purchase-view";

export const CHANNEL_LABELS: Record<PurchaseView["channel"], string> = {
  web: "Portal",
  storefront: "Shop",
  api: "API",
  bulk: "Bulk",
};

export const LEVEL_LABELS: Record<Level, string> = {
  smart_earner: "Smart earner",
  affiliate: "Affiliate",
  top_user: "Top user",
  api: "API",
};

/** Describes how many queued purchases were cancelled when a reseller or token was stopped. */
export function formatCancelledCount(count: number): string {
  if (count === 0) return "No purchases were queued.";
  return count === 1
    ? "1 queued purchase was cancelled and refunded."
    : `${count} queued purchases were cancelled and refunded.`;
}
