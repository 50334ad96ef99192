import { log } from "#lib/core/log";

/** Makes many calls one: a call while `work` is under way causes it once more afterwards. A failure is logged. */
export function collapse(work: () => Promise<void>): () => void {
  let isUnderWay = false;
  let again = false;
  return async () => {
    again = true;
    if (isUnderWay) return;
    isUnderWay = true;
    while (again) {
      again = false;
      await work().catch((error: unknown) => log.warn("lane.not_woken", { error }));
    }
    isUnderWay = false;
  };
}
