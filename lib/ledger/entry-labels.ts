import type { EntryKind } from "./statement.ts";

export const ENTRY_LABELS: Record<EntryKind, string> = {
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
};
