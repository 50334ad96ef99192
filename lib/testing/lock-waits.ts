import type { Ctx } from "#lib/core/context";

/** The database processes of the connections of this test that wait for a lock which another one holds. */
export async function lockWaits({ db }: Ctx): Promise<number[]> {
  const rows = await db.execute<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.map(({ pid }) => pid);
}
