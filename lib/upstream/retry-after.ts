const MAX_RETRY_AFTER_MS = 3_600_000;

/**
 * Reads a Retry-After header (seconds or a date) as milliseconds, at most an hour;
 * undefined when it is missing or unreadable.
 */
export function parseRetryAfterMs(header: string | undefined, now = Date.now()): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS);
}
