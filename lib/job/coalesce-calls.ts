import { log } from "#lib/core/log";

/**
 * Merges many calls into one: calls during `work` cause one more run afterwards. Resolves when no
 * run is left; logs failures.
 */
export function coalesceCalls(work: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  let again = false;
  const run = async () => {
    while (again) {
      again = false;
      await work().catch((error: unknown) => log.warn("lane.not_woken", { error }));
    }
    underWay = undefined;
  };
  return () => {
    again = true;
    underWay ??= run();
    return underWay;
  };
}
