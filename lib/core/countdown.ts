/**
 * Counts `ms` down from now. The clock that nobody sets stands still while the machine sleeps, and the one on the wall
 * can be set back: whichever says that less is left is believed.
 * @returns how many ms are left, 0 when none are.
 */
export function countdown(ms: number): () => number {
  const [ticks, clock] = [performance.now() + ms, Date.now() + ms];
  return () => Math.max(0, Math.ceil(Math.min(ticks - performance.now(), clock - Date.now())));
}
