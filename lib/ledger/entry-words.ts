import type { Kind } from "./statement.ts";

/** What moved money, in people's words. */
export const ENTRY_WORDS: Record<Kind, string> = {
  credit: "Added",
  debit: "Taken out",
  claw_back: "Taken back",
  payment: "Paid online",
  correction: "Corrected",
  hold: "Bought",
  release: "Money back",
  reversal: "Reversed by the network",
};
