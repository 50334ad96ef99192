import { setTimeout as pause } from "node:timers/promises";

/** Waits for work, which continues after that. @throws Error with the message when it takes longer */
export async function waitAtMost<T>(ms: number, work: PromiseLike<T>, message: string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(message)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for work, which continues after that. @returns its result, or `late` when it takes longer */
export function waitBriefly<T, Late>(ms: number, work: Promise<T>, late: Late): Promise<T | Late> {
  const ending = new AbortController();
  const pausing = pause(ms, late, { signal: ending.signal }).catch(() => late);
  return Promise.race([work, pausing]).finally(() => ending.abort());
}
