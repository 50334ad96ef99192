import type { Kind } from "./statement.ts";

/** What moved money, in people's words. */
export const ENTRY_WORDS: Record<Kind, string> = {
  credit: "Added",
  debit: "Taken out",
  claw_back: "Taken back",
  payment: "Paid online",
  refund: "Sent back to the customer",
  charge_back: "Payment taken back",
  charge_back_won: "Payment given back",
  correction: "Corrected",
  hold: "Bought",
  release: "Money back",
  reversal: "Reversed by the network",
};
