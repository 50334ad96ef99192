import { availableParallelism } from "node:os";

/** How many heavy things this machine does at once: its cores less one, which is left to database and server. */
export function workersHere(): number {
  return Math.max(1, availableParallelism() - 1);
}
