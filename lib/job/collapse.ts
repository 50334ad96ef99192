import { log } from "#lib/core/log";

/**
 * Makes many calls one: a call while `work` is under way causes it once more afterwards. Resolves when nothing is left to do; a
 * failure is logged.
 */
export function collapse(work: () => Promise<void>): () => Promise<void> {
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
