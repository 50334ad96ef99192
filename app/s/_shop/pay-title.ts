import type { PaymentWay } from "#lib/shop/payment-way";

/** The names of the ways to pay. */
export const PAY_TITLE: Record<PaymentWay["kind"], string> = {
  bank: "Bank transfer",
  mobile_money: "Mobile money",
  cash: "Cash",
};
