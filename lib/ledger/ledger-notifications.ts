import { formatMoney } from "#lib/core/money/money";
import { factMoney, factText, type NotificationKinds } from "#lib/core/notification-kind";

/** Notifications about wallets, by event. Database triggers create them. */
export const ledgerNotifications: NotificationKinds = {
  money: {
    label: "Wallet credited or debited",
    note: "Payments, transfers and manual adjustments.",
    audience: "resellers",
    mail: true,
    push: true,
    format: ({ facts }) => {
      const amount = BigInt(factText(facts.amount));
      const sum = formatMoney(amount < 0n ? -amount : amount);
      return {
        title: amount < 0n ? `${sum} taken from your wallet` : `${sum} added to your wallet`,
        text: `${MONEY_LABELS[factText(facts.kind)] ?? "See your statement for details."} Your balance is ${factMoney(facts.wallet)}.`,
        path: "/wallet",
      };
    },
  },
  money_low: {
    label: "Low wallet balance",
    audience: "resellers",
    mail: true,
    push: true,
    format: ({ facts }) => ({
      title: `Low wallet balance: ${factMoney(facts.wallet)} left`,
      text: `It’s below the ${factMoney(facts.below)} you set. Top up to keep buying.`,
      path: "/wallet/fund",
    }),
  },
};

const MONEY_LABELS: Readonly<Record<string, string>> = {
  credit: "Credited by support.",
  debit: "Debited by support.",
  claw_back: "Support clawed back a credit made by mistake.",
  correction: "Support corrected an earlier entry.",
  payment: "Your payment was confirmed.",
  refund: "A payment is being refunded to the payer.",
  charge_back: "The payer’s bank reversed a payment (chargeback).",
  charge_back_won: "A chargeback was won, and the payment was returned.",
};
