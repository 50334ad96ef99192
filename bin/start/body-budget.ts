export interface HeldBody {
  caller: string;
  bytes: number;
  /** Rejects the request to free memory for others. Undefined once the body is complete and being handled. */
  evict?: (() => void) | undefined;
}

export interface BodyBudget {
  /**
   * Counts received bytes. Above the budget, the caller with the most bytes loses its oldest incomplete body:
   * an honest body is incomplete for a moment only, so a flood of slow ones makes room for all others.
   * @returns false when the body itself was released because nothing else could be evicted.
   */
  reserve(body: HeldBody, bytes: number): boolean;
  release(body: HeldBody): void;
}

/** Bounds the sum of request bodies in memory, in bytes. */
export function createBodyBudget(maxBytes: number): BodyBudget {
  const callers = new Map<string, { bytes: number; bodies: Set<HeldBody> }>();
  let totalBytes = 0;

  function release(body: HeldBody): void {
    const caller = callers.get(body.caller);
    if (!caller?.bodies.delete(body)) return;
    caller.bytes -= body.bytes;
    totalBytes -= body.bytes;
    if (caller.bodies.size === 0) callers.delete(body.caller);
  }

  function findEvictable(): HeldBody | undefined {
    let largest: { bytes: number; body: HeldBody } | undefined;
    for (const { bytes, bodies } of callers.values()) {
      if (largest && bytes <= largest.bytes) continue;
      const body = bodies.values().find(({ evict }) => evict);
      if (body) largest = { bytes, body };
    }
    return largest?.body;
  }

  return {
    reserve(body, bytes) {
      const caller = callers.get(body.caller) ?? { bytes: 0, bodies: new Set() };
      callers.set(body.caller, caller);
      caller.bodies.add(body);
      body.bytes += bytes;
      caller.bytes += bytes;
      totalBytes += bytes;
      while (totalBytes > maxBytes) {
        const victim = findEvictable() ?? body;
        release(victim);
        if (victim === body) return false;
        victim.evict?.();
      }
      return true;
    },
    release,
  };
}
