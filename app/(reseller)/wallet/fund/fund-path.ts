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
