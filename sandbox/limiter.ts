const windowMs = 60_000;

/** At most N requests in any 60 seconds (§8). A refused request does not count. */
export class Limiter {
  private taken: number[] = [];

  /** Takes a place; returns 0, or the whole seconds until one is free. `null` means no limit. */
  take(perMinute: number | null, now = Date.now()): number {
    if (perMinute === null) return 0;
    this.taken = this.taken.filter((at) => at > now - windowMs);
    if (this.taken.length < perMinute) {
      this.taken.push(now);
      return 0;
    }
    const freesAt = (this.taken.at(-perMinute) ?? now) + windowMs;
    return Math.max(1, Math.ceil((freesAt - now) / 1000));
  }
}
