import { formatMoney } from "#lib/core/money/money";
import type { ReferralTerms } from "#lib/referral/referral-settings";

/** Formats hundredths of a per cent: 1050 is "10.5%". */
export const formatShare = (share: number): string => `${share / 100}%`;

/** Describes what a referral earns: "You earn ₦500 when …". `earner` is "you" or a name. */
export function formatReferralTerms(
  { kind, reward, minimum, share, cap, months, holdDays }: ReferralTerms,
  earner: string,
): string {
  const subject = earner === "you" ? "You earn" : `${earner} earns`;
  const time = months === 1 ? "a month" : `${months} months`;
  const days = holdDays === 1 ? "a day" : `${holdDays} days`;
  if (kind === "share")
    return `${subject} ${formatShare(share ?? 0)} of what we earn on the purchases of each new reseller who joins by the link: up to ${formatMoney(cap ?? 0n)} each, for ${time}. It’s paid ${days} after each month.`;
  return `${subject} ${formatMoney(reward ?? 0n)} for each new reseller who joins by the link and makes a top-up of ${formatMoney(minimum ?? 0n)} or more within ${time}. It’s paid ${days} after the top-up.`;
}
