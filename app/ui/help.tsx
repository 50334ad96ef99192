import { env } from "#lib/core/env";
import { saySpan } from "#lib/core/time";
import { Fold } from "./fold.tsx";

/** What people ask most, each answered at the place where they ask it. */
const HELP = {
  data: {
    asks: "Where is the data?",
    says: () => [
      `Purchases go out one after the other. Most are delivered within seconds; some networks answer after minutes, and we wait for up to ${saySpan(env().UPSTREAM_TIMEOUT_MS / 1000)}.`,
      "You need not stay: this page shows it by itself. Do not buy it again before it has ended.",
    ],
  },
  not_confirmed: {
    asks: "What does “not confirmed” mean?",
    says: () => [
      "It was sent, and the network did not say whether it arrived. Sent again, it might arrive twice, so it is not.",
      "Your money is set aside until we know: then it is spent, or back in your wallet.",
    ],
  },
  failed: {
    asks: "It failed. Where is my money?",
    says: () => [
      "In your wallet, since the moment it failed. The statement under Wallet shows both: what was set aside, and that it came back.",
    ],
  },
  wrong_number: {
    asks: "Can it be undone, or sent to another number?",
    says: () => [
      "No. What a network delivered stays with the number that got it, a wrong one too. Look at the digits once more before you pay.",
    ],
  },
  charged: {
    asks: "Why was I charged?",
    says: () => [
      "Each purchase first sets its price aside. It is spent when the network delivers, and comes back by itself when it does not.",
      "Open a line of the statement to see its purchase: the number, the plan, the time. Programs with your tokens and orders of your shop buy from this wallet too.",
    ],
  },
  set_aside: {
    asks: "What is “set aside”?",
    says: () => [
      "Money of purchases that have not ended yet. It is neither spent nor lost, and cannot be spent twice.",
    ],
  },
  price: {
    asks: "Why is the price different?",
    says: () => [
      "Networks change what they ask, and your price follows. It also depends on the level of your account.",
      "You see the price before you pay, and nothing is charged at another one: if it moved meanwhile, you are asked again.",
    ],
  },
  money_missing: {
    asks: "I sent money and it is not here",
    says: () => [
      "Paid online or to your own account number, it comes by itself, mostly within minutes; a bank may take longer.",
      "Sent in another way, tell us with the form on this page: the reference from your bank is how it is found. Below you see what became of each.",
    ],
  },
  customers_pay: {
    asks: "How do customers pay me?",
    says: () => [
      "In the ways that you chose for your shop: to your bank account, by mobile money, in cash, or online where that is set up. An order shows them how, with a reference to quote.",
      "When you see the money, tap to deliver: the plan is bought from your wallet. An order that was paid online is delivered by itself.",
    ],
  },
  shop_prices: {
    asks: "What do I earn?",
    says: () => [
      "What customers pay, less your own price at the moment of delivery. When your price rises, prices by rule rise with it; a fixed price stays, and may become a loss.",
    ],
  },
} as const;

/** An answer behind its question. */
export function Help({ about, className }: { about: keyof typeof HELP; className?: string }) {
  const { asks, says } = HELP[about];
  return (
    <Fold title={asks} {...(className && { className })}>
      <div className="grid max-w-prose gap-2 pb-4 text-muted text-sm">
        {says().map((one) => (
          <p key={one}>{one}</p>
        ))}
      </div>
    </Fold>
  );
}
