import { connect, type Database } from "#db/client";
import { env } from "#lib/core/env";

/**
 * Connections of background work, by whose work they carry: what waits for a lock, a provider or a long statement waits on
 * its own line, and what waits for none of them shares one. They are opened when they are used, and closed after a minute
 * without use.
 */
const LINES = {
  /** The scheduler and the catalogue. */
  prices: 3,
  /** Looks for alerts and sends them. */
  alerts: 2,
  /** Mail, pushes and webhooks: short statements on rows of their own. */
  messages: 2,
  /** Writes notifications, expires orders and makes reset links. */
  notices: 2,
  books: 2,
  /** Figures of reports and upkeep: long statements. */
  reports: 3,
  /** The operator's providers: payments, dedicated accounts and settlements. */
  payments: 3,
  payments_own: 2,
  /** One for each slot of these lanes. */
  orders: 2,
  batches: 2,
  schedules: 2,
};

export type LineName = keyof typeof LINES;

/** Opens the lines of this process. */
export function openLines(): { [name in LineName]: Database } & { closeAll(): Promise<void> } {
  const url = env().DATABASE_URL;
  const lines = Object.fromEntries(Object.entries(LINES).map(([name, max]) => [name, connect(url, max)])) as {
    [name in LineName]: Database;
  };
  return {
    ...lines,
    async closeAll() {
      await Promise.all(Object.values(lines).map((line) => line.close()));
    },
  };
}
