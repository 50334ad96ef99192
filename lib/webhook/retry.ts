/** Seconds to wait after each failed try: quick at first, a day in all. */
const PAUSES_S = [5, 60, 300, 1_800, 7_200, 18_000, 28_800, 28_800];

/** How long to wait after the n-th try failed, in seconds; undefined when it was the last. */
export function pauseAfter(tries: number): number | undefined {
  return PAUSES_S[tries - 1];
}
