import { formatMoney } from "#lib/core/money/money";
import type { ReferralTerms } from "#lib/referral/referral-settings";

/** Formats hundredths of a per cent: 1050 is "10.5%". */
export const formatShare = (share: number): string => `${share / 100}%`;

/** Describes what a referral earns: "You earn ₦500 when …". `earner` is "you" or a name. */
export function formatReferralTerms(
  { kind, reward, minimum, share, cap, months, holdDays }: ReferralTerms,
  earner: string,
): string {
  const earns = earner === "you" ? "you earn" : `${earner} earns`;
  const time = months === 1 ? "a month" : `${months} months`;
  const days = holdDays === 1 ? "1 day" : `${holdDays} days`;
  const start =
    earner === "you" ? "When a new reseller joins with your link" : "When a new reseller joins with the link";
  if (kind === "share")
    return `${start}, ${earns} ${formatShare(share ?? 0)} of what we make on their purchases for ${time}, up to ${formatMoney(cap ?? 0n)}. Paid ${days} after each month.`;
  return `${start} and tops up ${formatMoney(minimum ?? 0n)} or more within ${time}, ${earns} ${formatMoney(reward ?? 0n)}. Paid ${days} after the top-up.`;
}
