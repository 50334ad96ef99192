/**
 * Counts `ms` down from now. The monotonic clock stops while the machine sleeps, and the wall clock can be set back: the
 * one that leaves less time is believed.
 * @returns how many ms are left, 0 when none are.
 */
export function countdown(ms: number): () => number {
  const [ticks, clock] = [performance.now() + ms, Date.now() + ms];
  return () => Math.max(0, Math.ceil(Math.min(ticks - performance.now(), clock - Date.now())));
}
