import { formatMoney } from "#lib/core/money/money";
import type { ReferralTerms } from "#lib/referral/referral-settings";

/** Formats hundredths of a per cent: 1050 is "10.5%". */
export const formatShare = (share: number): string => `${share / 100}%`;

/** Describes what a new referral earns: "You earn ₦500 when …". */
export function formatReferralTerms(terms: ReferralTerms): string {
  const { kind, reward, minimum, months, holdDays } = terms;
  const days = holdDays === 1 ? "1 day" : `${holdDays} days`;
  if (kind === "share")
    return `You earn ${formatSharedProfit(terms, "a new reseller’s")}. Paid ${days} after each month.`;
  return `You earn ${formatMoney(reward ?? 0n)} when a new reseller joins and tops up ${formatMoney(minimum ?? 0n)} or more within ${formatMonths(months)}. Paid ${days} later.`;
}

/** Describes to a reseller what the one who referred them earns. */
export function formatReferrerTerms(terms: ReferralTerms, referrer: string): string {
  const { kind, reward, minimum, months } = terms;
  if (kind === "share") return `${referrer} earns ${formatSharedProfit(terms, "your")}.`;
  return `${referrer} earns ${formatMoney(reward ?? 0n)} when you top up ${formatMoney(minimum ?? 0n)} or more within ${formatMonths(months)}.`;
}

const formatMonths = (months: number): string => (months === 1 ? "a month" : `${months} months`);

const formatSharedProfit = ({ share, cap, months }: ReferralTerms, buyer: string): string =>
  `${formatShare(share ?? 0)} of what we make on ${buyer} purchases for ${formatMonths(months)}, up to ${formatMoney(cap ?? 0n)}`;
