import { formatMoneyAs, type MoneyFormat } from "#lib/core/money/decimal";
import {
  calculateFee,
  calculateGross,
  estimateCredit,
  type FeeRule,
  type PaymentLimits,
} from "#lib/payment/fee/fee-rule";

export interface TopUpMethod {
  name: string;
  label: string;
  rule: FeeRule | null;
  /** The fee in words. */
  fee: string;
}

interface Props {
  /** The amount to pay, in minor units. */
  gross: bigint | undefined;
  method: TopUpMethod;
  limits: PaymentLimits;
  format: MoneyFormat;
}

/**
 * Says beside the button what arrives of the entered amount, and the provider's fee. Browsers may write money
 * a little differently from the server.
 */
export function TopUpSummary({
  gross = 0n,
  method,
  needed,
  limits,
  format,
}: Props & { needed: bigint | null }) {
  const estimate = gross > 0n ? estimateCredit(method.rule, gross, limits.feeBearer) : null;
  const missing = needed !== null && estimate ? needed - estimate.credited : 0n;
  const toText = (amount: bigint) => formatMoneyAs(amount, format);
  return (
    <p role="status" className="min-h-6 text-sm noscript:hidden" suppressHydrationWarning>
      {gross < limits.minAmount && (
        <span className="text-muted">
          {gross > 0n ? `Enter at least ${toText(limits.minAmount)}.` : "Enter an amount to see the fee."}
        </span>
      )}
      {gross >= limits.minAmount && (
        <>
          <span className="font-semibold text-base">
            You get {estimate ? toText(estimate.credited) : "the rest"}
          </span>
          <span className="text-muted"> · {formatFee(method, estimate?.fee, toText)}</span>
        </>
      )}
      {missing > 0n && <span className="block text-unsure">{toText(missing)} less than you need</span>}
    </p>
  );
}

function formatFee(
  { label }: TopUpMethod,
  fee: bigint | undefined,
  toText: (amount: bigint) => string,
): string {
  if (fee === undefined) return `${label} fee not known yet`;
  return fee === 0n ? "No fee" : `${label} fee ${toText(fee)}`;
}

/** A provider with its fee for the entered amount, to compare. */
export function MethodLabel({ gross = 0n, method: { label, rule }, limits, format }: Props) {
  return (
    <span className="flex justify-between gap-3" suppressHydrationWarning>
      {label}
      {gross >= limits.minAmount && rule && limits.feeBearer === "reseller" && (
        <span className="shrink-0 font-medium">{formatMoneyAs(calculateFee(rule, gross), format)}</span>
      )}
    </span>
  );
}

interface ExactAmountProps extends Props {
  /** None once an amount to get was chosen. */
  onGetExactly: ((credit: bigint) => void) | undefined;
}

/** Offers to pay the fee on top of an amount. */
export function ExactAmount({
  gross = 0n,
  method: { rule },
  limits,
  format,
  onGetExactly,
}: ExactAmountProps) {
  if (limits.feeBearer !== "reseller" || !rule || gross < limits.minAmount) return null;
  if (!onGetExactly) return <p className="text-muted text-sm">You pay the fee on top.</p>;
  if (calculateFee(rule, gross) === 0n || calculateGross(rule, gross, 1n) > limits.maxAmount) return null;
  return (
    <button
      type="button"
      onClick={() => onGetExactly(gross)}
      className="min-h-11 font-medium text-accent text-sm underline underline-offset-4 noscript:hidden"
      suppressHydrationWarning
    >
      Get exactly {formatMoneyAs(gross, format)}
    </button>
  );
}
