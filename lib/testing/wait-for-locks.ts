import { vi } from "vitest";
import type { Ctx } from "#lib/core/context";
import { TEST_TIMEOUT_MS } from "./effort.ts";

/** Waits until that many connections of this test's database wait for a lock. @returns their database processes. */
export function waitForLocks({ db }: Ctx, count: number): Promise<number[]> {
  const waiting =
    "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  return vi.waitUntil(
    async () => {
      const rows = await db.execute<{ pid: number }>(waiting);
      return rows.length === count && rows.map(({ pid }) => pid);
    },
    { timeout: TEST_TIMEOUT_MS },
  ) as Promise<number[]>;
}
