import { formatMoney } from "#lib/core/money/money";
import { factMoney, factText, type NotificationKinds } from "#lib/core/notification-kind";
import { formatOrderReference } from "#lib/core/text/order-reference";

/** Notifications about wallets. */
export const ledgerNotifications: NotificationKinds = {
  money: {
    label: "Wallet credited or debited",
    audience: "resellers",
    group: "money",
    follows: { "wallet.changed": ({ facts }) => ({ facts }) },
    format: ({ facts, order }) => {
      const amount = BigInt(factText(facts.amount));
      const sum = formatMoney(amount < 0n ? -amount : amount);
      const kind = factText(facts.kind);
      const reference = order && formatOrderReference(order.reference);
      const cause = (reference && ORDER_TEXTS[kind]?.(reference)) ?? MONEY_LABELS[kind];
      const title = amount < 0n ? `${sum} debited from your wallet` : `${sum} credited to your wallet`;
      return {
        title: reference ? `Order ${reference}: ${title}` : title,
        text: `${cause ?? "See your statement for details."} Your balance is ${factMoney(facts.wallet)}.`,
        path: reference ? "/shop" : "/wallet",
      };
    },
  },
  money_low: {
    label: "Low wallet balance",
    audience: "resellers",
    group: "money",
    follows: { "wallet.low": ({ facts }) => ({ facts }) },
    format: ({ facts }) => ({
      title: `Low wallet balance: ${factMoney(facts.wallet)} left`,
      text: `It’s below the ${factMoney(facts.below)} you set. Top up to keep buying.`,
      path: "/wallet/fund",
    }),
  },
};

/** Money of a shop's order, by the kind of entry. */
const ORDER_TEXTS: Readonly<Record<string, (reference: string) => string>> = {
  payment: (reference) =>
    `Your customer paid order ${reference} online. Its data is bought from your wallet automatically.`,
  refund: (reference) => `Your customer’s payment of order ${reference} is being refunded.`,
  charge_back: (reference) =>
    `The bank of your customer reversed the payment of order ${reference} (chargeback).`,
  charge_back_won: (reference) =>
    `The chargeback of order ${reference} was won, and its payment was returned.`,
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
  send: "You sent money to an agent, or back to who you are an agent of.",
  receive: "You received money from who you are an agent of, or back from an agent.",
  upgrade: "You bought a level upgrade.",
  referral: "You earned a referral reward.",
  referral_reversal: "A referral reward was reversed, because the top-up behind it was.",
};
