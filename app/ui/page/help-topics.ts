import { formatSendTimeout } from "#lib/purchase/read/format-send-timeout";

/** The most asked questions. The Help page has all of them, and pages where one arises have it too. */
export const HELP_TOPICS = {
  data: {
    question: "Where is the data?",
    paragraphs: () => [
      `We send purchases one after the other. Most are delivered within seconds. Some networks take minutes; we wait up to ${formatSendTimeout()}.`,
      "You can leave this page. It updates automatically. Don’t buy again until this purchase has ended.",
    ],
  },
  not_confirmed: {
    question: "What does “unconfirmed” mean?",
    paragraphs: () => [
      "We sent this purchase, but the network hasn’t confirmed delivery. We won’t resend it, because your customer could get it twice.",
      "Your money is on hold until we know. Then it’s spent or refunded to your wallet.",
    ],
  },
  failed: {
    question: "It failed. Where is my money?",
    paragraphs: () => [
      "It was refunded to your wallet at once. Your statement under Wallet shows the hold and the refund.",
    ],
  },
  wrong_number: {
    question: "Can it be undone, or sent to another number?",
    paragraphs: () => [
      "No. Delivered data stays on the number that got it, even if the number was wrong. Check every digit before you buy.",
    ],
  },
  charged: {
    question: "Why was I charged?",
    paragraphs: () => [
      "We first put the price on hold. It’s spent when the network delivers, and refunded automatically if it doesn’t.",
      "Open a line of the statement to see its purchase. The API and your shop’s orders use this wallet too.",
    ],
  },
  set_aside: {
    question: "What does “on hold” mean?",
    paragraphs: () => [
      "It’s money for purchases in progress. It isn’t spent yet, and you can’t use it for anything else.",
    ],
  },
  price: {
    question: "Why is the price different?",
    paragraphs: () => [
      "Networks change their prices, and yours change with them. Your price also depends on your account level.",
      "You always see the price before you pay. If it changes, we ask you again first.",
    ],
  },
  money_missing: {
    question: "Where is the money I sent?",
    paragraphs: () => [
      "Online payments and transfers to your dedicated account are credited automatically, usually within minutes. Some banks take longer.",
      "For any other bank transfer, send us the payment details with the form on this page. We use the bank reference to find it. You can follow each payment on this page.",
    ],
  },
  customers_pay: {
    question: "How do customers pay me?",
    paragraphs: () => [
      "With the payment methods you chose: bank transfer, mobile money, cash, or online if it’s set up. Each order shows how to pay, with a reference.",
      "When you get the payment, tap to deliver. The plan is bought from your wallet. Orders paid online are delivered automatically.",
    ],
  },
  gain: {
    question: "How much do I earn?",
    paragraphs: () => [
      "You earn the customer’s price less your price at delivery. When the customer pays online, the payment fee is deducted too. Prices rise with yours. A fixed price stays the same, so you could lose money.",
    ],
  },
} as const;

export type HelpTopic = keyof typeof HELP_TOPICS;
