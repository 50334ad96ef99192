import { totalmem } from "node:os";

/** The shares of the limit above which more is rejected. */
const MAX_SHARES = { calm: 0.85, short: 0.9, critical: 0.95 };
/** The age of a measurement at which the next one is made. */
const CACHE_MS = 200;

/**
 * The distance to the limit of memory: "short", callers who wait already are rejected; "shorter", all but
 * purchases by API; "critical", every request, since any could end the process.
 */
export type MemoryState = "calm" | "short" | "shorter" | "critical";
export type MemoryGuard = () => MemoryState;

interface MemorySource {
  /** Bytes that this process may use; undefined without a limit. */
  limit: number | undefined;
  readUsedBytes: () => number;
}

const thisProcess: MemorySource = {
  limit: findMemoryLimit(process.constrainedMemory(), totalmem()),
  readUsedBytes: () => process.memoryUsage.rss(),
};

/**
 * Creates the guard of this process, whose limit a service manager sets (`MemoryMax` of systemd, `limits` of
 * a container). The system ends a process at its limit, with purchases and downloads in progress; a rejected
 * request only comes again.
 */
export function createMemoryGuard({ limit, readUsedBytes }: MemorySource = thisProcess): MemoryGuard {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let state: MemoryState = "calm";
  return () => {
    if (limit === undefined) return "calm";
    const now = performance.now();
    if (now - checkedAt > CACHE_MS) [checkedAt, state] = [now, toMemoryState(readUsedBytes() / limit)];
    return state;
  };
}

function toMemoryState(share: number): MemoryState {
  if (share <= MAX_SHARES.calm) return "calm";
  if (share <= MAX_SHARES.short) return "short";
  return share <= MAX_SHARES.critical ? "shorter" : "critical";
}

/** Finds the limit of the process's group: 0, or more than the machine has, means that there is none. */
export function findMemoryLimit(constrained: number, total: number): number | undefined {
  return constrained > 0 && constrained < total ? constrained : undefined;
}
