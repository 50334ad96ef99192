/** The page that adds money, asking for `amount` (decimal text) already, with a way back to a page of ours. */
export function fundPath({ amount, next }: { amount?: string; next?: string }): string {
  const query = new URLSearchParams({ ...(amount && { amount }), ...(next && { next }) }).toString();
  return query ? `/wallet/fund?${query}` : "/wallet/fund";
}

/** Back to what the money is for: the page `next`, or the wallet where that is "/". */
export function backTo(next: string): { href: string; label: string } {
  if (next === "/") return { href: "/wallet", label: "Wallet" };
  return { href: next, label: next.startsWith("/buy") ? "Back to your purchase" : "Back" };
}
