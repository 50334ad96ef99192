import type { HelpTopic } from "#app/ui/page/help-topics.ts";

export interface Situation {
  title: string;
  steps: readonly string[];
  topics: readonly HelpTopic[];
  link: { href: string; label: string };
  /** About the wallet, which is the owner’s. */
  isOwners?: true;
}

/** Troubles at a counter, the most frequent first. */
export const SITUATIONS: readonly Situation[] = [
  {
    title: "The data isn’t there",
    steps: [
      "Find the purchase by the last four digits of the number, and read its status.",
      "Queued, Processing or Unconfirmed: don’t buy it again. It’s delivered, or your money comes back.",
      "Delivered: ask your customer to check the number and to restart the phone. If there’s still no data, open the purchase and choose Report a delivery issue.",
    ],
    topics: ["data", "not_confirmed"],
    link: { href: "/purchases", label: "View purchases" },
  },
  {
    title: "It went to a wrong number",
    steps: [
      "Still Queued: open the purchase and choose Cancel. Your money comes back at once.",
      "In every other status it’s too late. Buy again for the right number.",
    ],
    topics: ["wrong_number"],
    link: { href: "/purchases", label: "View purchases" },
  },
  {
    title: "My payment isn’t in the wallet",
    steps: [
      "Look under Top up wallet: each payment is listed with its status.",
      "A bank transfer that you didn’t report yet: send its bank reference there.",
      "Listed, but not credited after an hour: contact support with the bank reference and the amount.",
    ],
    topics: ["money_missing"],
    link: { href: "/wallet/fund", label: "View payments" },
    isOwners: true,
  },
  {
    title: "It failed, or was refunded",
    steps: [
      "Nothing was delivered and nothing was charged. Tell your customer.",
      "Buy it again, or choose another type of the same network.",
    ],
    topics: ["failed"],
    link: { href: "/purchases", label: "View purchases" },
  },
  {
    title: "A network is down",
    steps: [
      "Network status shows which networks deliver now, and how fast.",
      "What can’t be delivered is marked when you buy. Other types of the same network often work.",
      "What you bought already is delivered when the network is back, or refunded automatically.",
    ],
    topics: [],
    link: { href: "/status", label: "View network status" },
  },
];
