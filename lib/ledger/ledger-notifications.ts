import { formatMoney } from "#lib/core/money/money";
import { factMoney, factText, type NotificationKinds } from "#lib/core/notification-kind";
import { formatOrderReference } from "#lib/core/text/order-reference";
import { MONEY_CAUSES } from "./money-causes.ts";

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
      const cause = (reference && ORDER_TEXTS[kind]?.(reference)) ?? MONEY_CAUSES[kind];
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
