import type { resellers } from "#db/schema/account";
import type { dedicatedAccounts, payments, providerTransactions, SUSPENSE } from "#db/schema/payment";
import type { orders } from "#db/schema/shop";
import type { Minor } from "#lib/core/money/money";
import type { PaymentSettings } from "#lib/payment/payment-settings";

/** Money that a provider confirms, in minor units of its currency. */
export type ConfirmedTransaction = Pick<
  typeof providerTransactions.$inferInsert,
  "transaction" | "reference" | "method" | "account" | "raw"
> & {
  gross: Minor;
  /** The provider's fee; null when it isn't reported, or impossible. */
  fee: Minor | null;
  currency: string;
  paidAt: Date;
  /** The owner of the dedicated account, by our id for them at the provider. */
  owner?: string | null;
};

export type ExpectedPayment = Pick<
  typeof payments.$inferSelect,
  "amount" | "currency" | "feeBearer" | "state" | "expiresAt" | "keysId"
>;
type ExpectedOrder = Pick<typeof orders.$inferSelect, "payment">;
type SuspenseReason = (typeof SUSPENSE)[number];

/** An account number, and whether its reseller still buys. */
export type ReceivingAccount = Pick<
  typeof dedicatedAccounts.$inferSelect,
  "id" | "resellerId" | "state" | "number" | "currency"
> & { reseller: (typeof resellers.$inferSelect)["state"] };

/** Decides how much of a payment is credited, or why it goes to suspense. A payer may pay the fee on top. */
export function classifyPayment(
  payment: ExpectedPayment | undefined,
  money: ConfirmedTransaction,
  order?: ExpectedOrder,
): { credited: Minor } | { reason: SuspenseReason } {
  if (!payment) return { reason: "unknown_reference" };
  if (money.currency !== payment.currency) return { reason: "other_currency" };
  if (payment.state === "paid") return { reason: "doubled" };
  if (order?.payment === "received" || order?.payment === "refunded") return { reason: "doubled" };
  const feeOnTop = money.fee !== null && money.gross - money.fee === payment.amount;
  if (money.gross < payment.amount) return { reason: "under_paid" };
  if (money.gross > payment.amount && !feeOnTop) return { reason: "over_paid" };
  if (money.paidAt > payment.expiresAt || order?.payment === "rejected") return { reason: "late" };
  if (payment.keysId !== null) return { credited: money.gross };
  if (money.gross > payment.amount) return { credited: payment.amount };
  return deductFee(money, payment.feeBearer);
}

function deductFee(
  { gross, fee }: ConfirmedTransaction,
  feeBearer: ExpectedPayment["feeBearer"],
): { credited: Minor } | { reason: SuspenseReason } {
  const deducted = feeBearer === "operator" ? 0n : fee;
  return deducted === null || deducted >= gross ? { reason: "unclear_fee" } : { credited: gross - deducted };
}

/** Whether it came to an account number rather than by a payment that was begun here. */
export const isAccountTransfer = ({ account, owner }: ConfirmedTransaction) => Boolean(account || owner);

/** Decides the same for a transfer to a dedicated account, by the operator's current settings. */
export function classifyTransfer(
  account: ReceivingAccount | undefined,
  money: ConfirmedTransaction,
  { minAmount, feeBearer }: Pick<PaymentSettings, "minAmount" | "feeBearer">,
): { credited: Minor } | { reason: SuspenseReason } {
  if (!account?.number || (money.account && money.account !== account.number))
    return { reason: "unknown_account" };
  if (account.state !== "open") return { reason: "closed_account" };
  if (account.reseller === "closed") return { reason: "closed_reseller" };
  if (money.currency !== account.currency) return { reason: "other_currency" };
  if (money.gross < minAmount) return { reason: "below_least" };
  return deductFee(money, feeBearer);
}
