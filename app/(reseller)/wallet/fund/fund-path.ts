/** The page that adds money, asking for `amount` (decimal text) already, with a way back to a page of ours. */
export function fundPath({ amount, next }: { amount?: string; next?: string }): string {
  const query = new URLSearchParams({ ...(amount && { amount }), ...(next && { next }) }).toString();
  return query ? `/wallet/fund?${query}` : "/wallet/fund";
}
