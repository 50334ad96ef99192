/** Returns the probability of at least `k` of `n` independent events of probability `p`, 0 < p < 1. */
export function getBinomialTail(k: number, n: number, p: number): number {
  if (k <= 0) return 1;
  let tail = 0;
  // The logarithm of the term for 0 events; each further term follows from the one before.
  let term = n * Math.log(1 - p);
  for (let i = 0; i <= n; i += 1) {
    if (i >= k) tail += Math.exp(term);
    term += Math.log((n - i) / (i + 1)) + Math.log(p / (1 - p));
  }
  return Math.min(tail, 1);
}
