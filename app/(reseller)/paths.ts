import type { CustomerView } from "#lib/customer/customer-view";

/** Builds the address of the top-up page. `amount` is decimal text; `next` is the page to return to. */
export function buildFundPath({ amount, next }: { amount?: string; next?: string }): string {
  const query = new URLSearchParams({ ...(amount && { amount }), ...(next && { next }) }).toString();
  return query ? `/wallet/fund?${query}` : "/wallet/fund";
}

/** Links back to the page `next`, or to the wallet where that is "/". */
export function getBackLink(next: string): { href: string; label: string } {
  if (next === "/") return { href: "/wallet", label: "Wallet" };
  return { href: next, label: next.startsWith("/buy") ? "Back to purchase" : "Back" };
}

/**
 * Builds the address of "Buy again": the review of their usual plan where it was chosen or is sold, else of
 * their last purchase, else the form with their phone number.
 */
export function buildBuyHref({ usual, last, phoneE164: phone }: CustomerView): string {
  if (usual && (!usual.fromPurchases || usual.price !== null))
    return `/buy?${new URLSearchParams({ plan: String(usual.id), phone })}`;
  if (last) return `/buy?${new URLSearchParams({ again: last.ident })}`;
  return `/buy?${new URLSearchParams({ phone })}`;
}
