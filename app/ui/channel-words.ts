import type { PurchaseView } from "#lib/purchase/read/view";

/** Where a purchase came from, in the order in which they are sent. */
export const CHANNEL_WORDS: Record<PurchaseView["channel"], string> = {
  web: "Portal",
  storefront: "Storefront",
  api: "Programs",
  bulk: "Bulk",
};
