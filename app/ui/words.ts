import { LEVELS, type Level } from "#lib/core/context";
import type { PurchaseView } from "#lib/purchase/read/view";

/** Where a purchase came from. */
export const CHANNEL_WORDS: Record<PurchaseView["channel"], string> = {
  web: "Portal",
  storefront: "Storefront",
  api: "Programs",
  bulk: "Bulk",
};

/** The levels as people say them. */
export const LEVEL_WORDS: Record<Level, string> = {
  smart_earner: "Smart earner",
  affiliate: "Affiliate",
  top_user: "Top user",
  api: "API",
};

/** The levels as the choices of a `Select`. */
export const LEVEL_OPTIONS = LEVELS.map((value) => ({ value, label: LEVEL_WORDS[value] }));

/** What became of purchases that had not been sent, when whoever bought them was stopped. */
export function cancelledWords(count: number): string {
  if (count === 0) return "Nothing was waiting to be sent.";
  return count === 1
    ? "One purchase that waited is cancelled, with the money back."
    : `${count} purchases that waited are cancelled, with the money back.`;
}
