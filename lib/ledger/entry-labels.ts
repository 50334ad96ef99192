/** The kinds of journals in a statement, with their labels. */
export const ENTRY_LABELS = {
  credit: "Credited",
  debit: "Debited",
  claw_back: "Clawed back",
  payment: "Paid online",
  refund: "Refunded to the customer",
  charge_back: "Chargeback",
  charge_back_won: "Chargeback won",
  correction: "Corrected",
  hold: "Bought",
  release: "Refunded",
  reversal: "Reversed by the network",
  upgrade: "Level upgrade",
  referral: "Referral reward",
  referral_reversal: "Referral reward reversed",
  message: "Message to a customer",
  advance: "Credited while unconfirmed",
  advance_repaid: "Returned after delivery",
};
export type EntryKind = keyof typeof ENTRY_LABELS;
