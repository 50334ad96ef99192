import type { BankTruth } from "./outside/bank.ts";

/** Lists the references of payments that their banks didn't take back: of one that they did, nothing may be recorded. */
export const listKept = ({ payments }: BankTruth): string[] =>
  payments
    .filter(({ paidAt, status }) => paidAt !== null && status !== "reversed")
    .map(({ reference }) => reference);
