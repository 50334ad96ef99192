import type { Problem } from "./check-rows.ts";

/** What is wrong with a row, or asked about it, as its owner reads it. */
export const PROBLEM_WORDS: Record<Problem, string> = {
  number: "This is no mobile number.",
  plan: "No plan is called that.",
  which: "More than one plan is called that.",
  off: "This plan is not sold now.",
  network: "This plan belongs to another network.",
  other_network: "This number got data of another network last time.",
  twice: "The same plan for the same number stands above.",
  retail: "Check what the customer pays: an amount such as 350.00, or nothing.",
  recent: "You bought this for this number in the last 12 hours, or an earlier purchase is still waiting.",
};
