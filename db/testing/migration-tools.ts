import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type postgres from "postgres";

/**
 * Creates a folder of migrations: the portal's own, and after them those given by name, each dated a millisecond later.
 */
export function createMigrationFolder(more: Record<string, string>): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "portal-migrations-"));
  cpSync(join(import.meta.dirname, "../migrations"), folder, { recursive: true });
  const file = join(folder, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8"));
  const newest = Math.max(...journal.entries.map((entry: { when: number }) => entry.when));
  for (const [n, [tag, text]] of Object.entries(more).entries()) {
    journal.entries.push({
      idx: journal.entries.length,
      version: "7",
      when: newest + 1 + n,
      tag,
      breakpoints: true,
    });
    writeFileSync(join(folder, `${tag}.sql`), text);
  }
  writeFileSync(file, JSON.stringify(journal));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Tables of purchases: each has millions of rows, or is locked by every purchase. */
const BUSY_TABLES = [
  "purchases",
  "attempts",
  "journals",
  "entries",
  "audit",
  "wallets",
  "orders",
  "deliveries",
];

/**
 * Runs statements as one transaction, which is committed.
 * @returns the tables that they read as a whole while others can't write to them, or whose rows they change all at
 * once: at ten million rows, that stops the portal for minutes.
 */
export async function listBlockedTables(sql: postgres.Sql, statements: readonly string[]): Promise<string[]> {
  return sql.begin(async (tx) => {
    // Otherwise a reference from a new table, which is empty, is checked by reading the whole of the other.
    await tx`select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`;
    await tx`create temporary table before on commit drop as
      select oid, pg_stat_get_xact_numscans(oid) as scans from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
    for (const statement of statements) await tx.unsafe(statement);
    const rows = await tx`
      select relname from before join pg_class c using (oid) join pg_locks l on l.relation = oid and l.pid = pg_backend_pid()
      where pg_stat_get_xact_numscans(oid) > before.scans
        and (l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
          or l.mode = 'RowExclusiveLock' and c.relname in ${tx(BUSY_TABLES)})
      group by relname order by relname`;
    return rows.map(({ relname }) => relname);
  });
}
