import type { PurchaseView } from "#lib/purchase/read/purchase-view";

export { LEVEL_LABELS } from "#lib/core/level-labels";

export const CHANNEL_LABELS: Record<PurchaseView["channel"], string> = {
  web: "Portal",
  shop: "Shop",
  api: "API",
  batch: "Batch",
};

export function formatCancelledCount(count: number): string {
  if (count === 0) return "No purchases were queued.";
  return count === 1
    ? "1 queued purchase was cancelled and refunded."
    : `${count} queued purchases were cancelled and refunded.`;
}
