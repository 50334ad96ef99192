import type { FEE_BEARERS, providerFeeRules } from "#db/schema/payment";

// Runs in browsers too.

/** A provider's fee as it depends on the amount; money in minor units. */
export type FeeRule = Pick<
  typeof providerFeeRules.$inferSelect,
  "rate" | "fixed" | "fixedFrom" | "maxFee" | "levy" | "levyFrom"
>;

const WHOLE = 10_000n;

/** Calculates the fee of a payment of `gross`, rounded up to a minor unit: never less than is deducted. */
export function calculateFee(rule: FeeRule, gross: bigint): bigint {
  const { rate, fixed, fixedFrom, maxFee, levy, levyFrom } = rule;
  const share = (gross * BigInt(rate) + WHOLE - 1n) / WHOLE;
  const fee = share + (gross >= fixedFrom ? fixed : 0n);
  return (maxFee !== null && fee > maxFee ? maxFee : fee) + (gross >= levyFrom ? levy : 0n);
}

/** Calculates the smallest payment, in whole `unit`s, of which at least `net` is left after the fee. */
export function calculateGross(rule: FeeRule, net: bigint, unit: bigint): bigint {
  const { rate, fixed, fixedFrom, maxFee, levy, levyFrom } = rule;
  const rest = WHOLE - BigInt(rate);
  const roundUp = (amount: bigint, to: bigint) => ((amount + to - 1n) / to) * to;
  const addShare = (amount: bigint) => (amount * WHOLE + rest - 1n) / rest;
  const candidates = [fixedFrom, levyFrom];
  for (const levied of [net, net + levy]) {
    candidates.push(addShare(levied), addShare(levied + fixed));
    if (maxFee !== null) candidates.push(levied + maxFee);
  }
  // A fee that begins at an amount leaves less of that amount than of a smaller one, so
  // each candidate is checked.
  const [least = net] = candidates
    .map((amount) => roundUp(amount, unit))
    .filter((amount) => amount - calculateFee(rule, amount) >= net)
    .sort((a, b) => Number(a - b));
  return least;
}

export type FeeBearer = (typeof FEE_BEARERS)[number];

/** Returns the fee that is deducted from a payment, and the remainder; null when it isn't known before. */
export function estimateCredit(
  rule: FeeRule | null,
  gross: bigint,
  feeBearer: FeeBearer,
): { fee: bigint; credited: bigint } | null {
  if (feeBearer === "operator") return { fee: 0n, credited: gross };
  if (!rule) return null;
  const fee = calculateFee(rule, gross);
  return { fee, credited: gross - fee };
}

/** Calculates the payment by which `needed` arrives, in whole `unit`s and within the limits. */
export function calculatePayment(
  rule: FeeRule | null,
  needed: bigint,
  { feeBearer, minAmount, maxAmount, unit }: PaymentLimits,
): bigint {
  const wanted = feeBearer === "operator" || !rule ? needed : calculateGross(rule, needed, unit);
  if (wanted < minAmount) return minAmount;
  return wanted > maxAmount ? maxAmount : wanted;
}

export interface PaymentLimits {
  feeBearer: FeeBearer;
  minAmount: bigint;
  maxAmount: bigint;
  /** One of the currency, in minor units. */
  unit: bigint;
}

/** Sorts payment methods by the fee of a payment, the lowest first and unknown ones last. */
export const sortByFee = <T extends { rule: FeeRule | null }>(methods: readonly T[], gross: bigint): T[] =>
  methods.toSorted((a, b) => {
    if (!a.rule || !b.rule) return Number(!a.rule) - Number(!b.rule);
    return Number(calculateFee(a.rule, gross) - calculateFee(b.rule, gross));
  });
