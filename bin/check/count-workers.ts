import { availableParallelism } from "node:os";

/** Counts the heavy tasks that this machine runs at once: its cores less one, which is left to database and server. */
export function countWorkers(): number {
  return Math.max(1, availableParallelism() - 1);
}
