import { connect, type Database } from "#db/client";
import { env } from "#lib/core/env";

/**
 * Connections of background work, by whose work they carry: what waits for a lock, a provider or a long statement waits on
 * its own line. They are opened when they are used, and closed after a minute without use.
 */
const LINES = {
  lanes: 2,
  prices: 2,
  alerts: 2,
  books: 2,
  reports: 2,
  notices: 2,
  accounts: 2,
  upkeep: 2,
  expiry: 1,
  payments: 3,
  payments_own: 2,
  orders: 3,
  batches: 2,
  schedules: 3,
  resets: 1,
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
