import { setTimeout as pause } from "node:timers/promises";
import { isDatabaseAway } from "#lib/core/database-error";
import { listServerUrls } from "#lib/core/database-url";
import { describeNetworkError } from "#lib/core/network/network-error";

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;
/** The interval of the lines that say that it still waits. */
const REPORT_INTERVAL_MS = 60_000;

/**
 * Calls `work` until the database can be reached, with growing pauses, and says on standard error what it
 * waits for: a machine that starts, or is busy, ends nothing. Rejects at once with any other error, also when
 * the database denies access.
 */
export async function waitForDatabase<T>(url: string, work: () => Promise<T>): Promise<T> {
  let reportedAt = Number.NEGATIVE_INFINITY;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      if (performance.now() - reportedAt >= REPORT_INTERVAL_MS) {
        reportedAt = performance.now();
        process.stderr.write(`${describeWait(url, error)}\n`);
      }
    }
    // By chance, so that processes that were started together don't come together again.
    await pause(pauseMs * (0.5 + Math.random() / 2));
  }
}

function describeWait(url: string, error: unknown): string {
  const servers = listServerUrls(url).map((server) => new URL(server).host || "this machine");
  const reason = describeNetworkError(error) ?? (error instanceof Error ? error.message : String(error));
  return `Waiting for the database at ${servers.join(" or ")}: ${reason}. If it should be there, check DATABASE_URL.`;
}
