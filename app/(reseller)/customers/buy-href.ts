import type { CustomerView } from "#lib/customer/customer-view";

/**
 * Where "Buy again" leads: the review of what they usually buy at today's price, else of the last that was bought for them,
 * else to choosing with their number filled in.
 */
export function buyHref({ planId, usual, last, phoneE164: phone }: CustomerView): string {
  if (planId !== null && usual) return `/buy?${new URLSearchParams({ plan: String(planId), phone })}`;
  if (last) return `/buy?${new URLSearchParams({ again: last.ident })}`;
  return `/buy?${new URLSearchParams({ phone })}`;
}
