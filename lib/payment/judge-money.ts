import type { resellers } from "#db/schema/account";
import type { paymentAccounts, payments, providerTransactions, SUSPENSE } from "#db/schema/payment";
import type { orders } from "#db/schema/shop";
import type { Minor } from "#lib/core/money";
import type { paymentSettings } from "./settings.ts";

/** Money that a provider confirms, in minor units of its currency. */
export type Money = Pick<
  typeof providerTransactions.$inferInsert,
  "transaction" | "reference" | "way" | "account" | "raw"
> & {
  gross: Minor;
  /** What the provider keeps of it; null when it does not say, or what cannot be. */
  fee: Minor | null;
  currency: string;
  paidAt: Date;
  /** Whose account it came to, by the name that the provider has for them. */
  owner?: string | null;
};

export type Payment = Pick<
  typeof payments.$inferSelect,
  "amount" | "currency" | "feeBearer" | "state" | "expiresAt" | "keysId"
>;
type Order = Pick<typeof orders.$inferSelect, "payment">;
type Why = (typeof SUSPENSE)[number];

/** An account number, and whether its reseller still buys. */
export type Account = Pick<
  typeof paymentAccounts.$inferSelect,
  "id" | "resellerId" | "state" | "number" | "currency"
> & { reseller: (typeof resellers.$inferSelect)["state"] };

/** What becomes of money: so much of it is credited, or it waits in suspense for a reason. A payer may pay the fee on top. */
export function judge(
  payment: Payment | undefined,
  money: Money,
  order?: Order,
): { credited: Minor } | { why: Why } {
  if (!payment) return { why: "unknown_reference" };
  if (money.currency !== payment.currency) return { why: "other_currency" };
  if (payment.state === "paid") return { why: "doubled" };
  if (order?.payment === "received" || order?.payment === "refunded") return { why: "doubled" };
  const feeOnTop = money.fee !== null && money.gross - money.fee === payment.amount;
  if (money.gross < payment.amount) return { why: "under_paid" };
  if (money.gross > payment.amount && !feeOnTop) return { why: "over_paid" };
  if (money.paidAt > payment.expiresAt || order?.payment === "refused") return { why: "late" };
  if (payment.keysId !== null) return { credited: money.gross };
  if (money.gross > payment.amount) return { credited: payment.amount };
  return lessFee(money, payment.feeBearer);
}

function lessFee({ gross, fee }: Money, feeBearer: Payment["feeBearer"]): { credited: Minor } | { why: Why } {
  const kept = feeBearer === "house" ? 0n : fee;
  return kept === null || kept >= gross ? { why: "unclear_fee" } : { credited: gross - kept };
}

/** Whether it came to an account number rather than by a payment that was begun here. */
export const isTransfer = ({ account, owner }: Money) => Boolean(account || owner);

/** What becomes of a transfer to an account number, by the operator's rules of now. */
export function judgeTransfer(
  account: Account | undefined,
  money: Money,
  { least, feeBearer }: Pick<Awaited<ReturnType<typeof paymentSettings>>, "least" | "feeBearer">,
): { credited: Minor } | { why: Why } {
  if (!account?.number || (money.account && money.account !== account.number))
    return { why: "unknown_account" };
  if (account.state !== "open") return { why: "closed_account" };
  if (account.reseller === "closed") return { why: "closed_reseller" };
  if (money.currency !== account.currency) return { why: "other_currency" };
  if (money.gross < least) return { why: "below_least" };
  return lessFee(money, feeBearer);
}
