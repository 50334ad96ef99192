const WINDOW_MS = 60_000;

/** At most N requests in any 60 seconds (interface: Limits). A rejected request does not count. */
export class RateLimiter {
  private taken: number[] = [];

  /** Counts a request; returns 0, or the whole seconds until one is free. `null` means unlimited. */
  take(perMinute: number | null, now = Date.now()): number {
    if (perMinute === null) return 0;
    this.taken = this.taken.filter((at) => at > now - WINDOW_MS);
    if (this.taken.length < perMinute) {
      this.taken.push(now);
      return 0;
    }
    const freesAt = (this.taken.at(-perMinute) ?? now) + WINDOW_MS;
    return Math.max(1, Math.ceil((freesAt - now) / 1000));
  }
}
