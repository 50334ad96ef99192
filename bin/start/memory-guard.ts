import { totalmem } from "node:os";

/** Above this share of the limit, requests that need memory are rejected. */
const MAX_SHARE = 0.85;
/** The age of a measurement at which the next one is made. */
const CACHE_MS = 200;

/** Returns whether a limit of memory is so near that a further request could end the process. */
export type MemoryGuard = () => boolean;

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
 * Creates the guard of this process, whose limit a service manager sets (`MemoryMax` of systemd, `limits` of a container). The
 * system ends a process at its limit, with purchases and downloads in progress; a rejected request only comes again.
 */
export function createMemoryGuard({ limit, readUsedBytes }: MemorySource = thisProcess): MemoryGuard {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let isShort = false;
  return () => {
    if (limit === undefined) return false;
    const now = performance.now();
    if (now - checkedAt > CACHE_MS) [checkedAt, isShort] = [now, readUsedBytes() > limit * MAX_SHARE];
    return isShort;
  };
}

/** Finds the limit of the process's group: 0, or more than the machine has, means that there is none. */
export function findMemoryLimit(constrained: number, total: number): number | undefined {
  return constrained > 0 && constrained < total ? constrained : undefined;
}
