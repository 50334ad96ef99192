import type { CustomerView } from "#lib/customer/customer-view";

/** * Builds the address of "Buy again": the review of their usual plan, else of their last purchase, else the form with
 * their phone number.
 */
export function buildBuyHref({ planId, usual, last, phoneE164: phone }: CustomerView): string {
  if (planId !== null && usual) return `/buy?${new URLSearchParams({ plan: String(planId), phone })}`;
  if (last) return `/buy?${new URLSearchParams({ again: last.ident })}`;
  return `/buy?${new URLSearchParams({ phone })}`;
}
