/** Sentences on what moved money, by the kind of entry. */
export const MONEY_CAUSES: Readonly<Record<string, string>> = {
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
  commission_reversal: "A purchase of an agent was reversed, and your commission on it.",
  referral_reversal: "A referral reward was reversed, because the top-up behind it was.",
};
