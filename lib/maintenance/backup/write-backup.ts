import type postgres from "postgres";
import { openPool } from "#db/driver/open-pool";
import { MIGRATION_LOCK } from "#db/migrate";
import manifest from "../../../package.json" with { type: "json" };
import {
  type BackupHeader,
  type BackupSequence,
  type BackupTotals,
  END_OF_ROWS,
  listBackupTables,
} from "./backup-tables.ts";

/** Without a statement timeout, but ended with its connection. */
export const BACKUP_CONNECTION = {
  max: 1,
  max_lifetime: null,
  idle_timeout: 0,
  connection: {
    application_name: "portal-backup",
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    lock_timeout: 10_000,
  },
};

/**
 * Yields the content of a backup: every row of one snapshot, while the portal continues. It reads on demand
 * and holds a few pieces at a time. `counted` gets the totals.
 * @throws Error for the operator during a migration.
 */
export async function* writeBackup(
  url: string,
  counted: (end: BackupTotals, head: BackupHeader) => void,
): AsyncGenerator<Buffer> {
  const sql = openPool(url, BACKUP_CONNECTION);
  const pipe = new TransformStream<Buffer, Buffer>(undefined, { highWaterMark: 4 }, { highWaterMark: 4 });
  const writer = pipe.writable.getWriter();
  const say = async (fact: object) => {
    await writer.write(Buffer.from(`${JSON.stringify(fact)}\n`));
  };
  const work = sql.begin("isolation level repeatable read read only", async (tx) => {
    const head = await readHeader(tx);
    await say(head);
    const end: BackupTotals = { tables: 0, rows: 0 };
    for (const table of await listBackupTables(tx)) {
      await say(table);
      const rows = await tx
        .unsafe(`copy "${table.table}" (${table.columns.join(", ")}) to stdout`)
        .readable();
      for await (const chunk of splitIntoPieces(rows as AsyncIterable<Buffer>)) {
        end.rows += countLines(chunk);
        await writer.write(chunk);
      }
      // The driver may have paused its connection at the last rows until more is read: the next
      // statement would wait for ever.
      rows._read(0);
      await writer.write(Buffer.from(END_OF_ROWS));
      end.tables += 1;
    }
    for (const sequence of await readSequences(tx)) await say(sequence);
    await say(end);
    counted(end, head);
  });
  work
    .then(
      () => writer.close(),
      (error: unknown) => writer.abort(error),
    )
    .catch(() => {});
  try {
    yield* pipe.readable;
    await work;
  } finally {
    // A reader that stops early must leave nothing open.
    await sql.end({ timeout: 0 });
    await work.catch(() => {});
  }
}

async function readHeader(tx: postgres.TransactionSql): Promise<BackupHeader> {
  const [turn] = await tx.unsafe(
    `select pg_try_advisory_xact_lock_shared(${MIGRATION_LOCK}) as mine, now()::text as at`,
  );
  if (!turn?.mine) throw new Error("A migration is running. Try again when it has finished.");
  const rows = await tx.unsafe("select created_at from drizzle.__drizzle_migrations order by created_at");
  return {
    portal: manifest.version,
    at: String(turn.at),
    migrations: rows.map((row) => Number(row.created_at)),
  };
}

/** Reads the state of each sequence; a number drawn meanwhile is skipped, never drawn twice. */
async function readSequences(tx: postgres.TransactionSql): Promise<BackupSequence[]> {
  const names = await tx.unsafe(
    "select relname from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by 1",
  );
  const sequences: BackupSequence[] = [];
  for (const { relname } of names) {
    const [row] = await tx.unsafe(`select last_value::text as last, is_called as called from "${relname}"`);
    sequences.push({ sequence: relname, last: String(row?.last), called: row?.called === true });
  }
  return sequences;
}

function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
  return lines;
}

const PIECE_BYTES = 64 * 1024;

/** Joins rows, since the driver yields them one by one. */
async function* splitIntoPieces(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const row of rows) {
    held.push(row);
    length += row.length;
    if (length < PIECE_BYTES) continue;
    yield Buffer.concat(held);
    held = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(held);
}
