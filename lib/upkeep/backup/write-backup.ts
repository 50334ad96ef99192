import type postgres from "postgres";
import { open } from "#db/driver";
import { MIGRATION_LOCK } from "#db/migrate";
import manifest from "../../../package.json" with { type: "json" };
import { END_OF_ROWS, type End, type Head, keptTables, type Sequence } from "./tables.ts";

/** As long as it takes, and no longer than the connection stands. */
export const UNHURRIED = {
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
 * The content of a backup: every row of the portal as of one moment, while it goes on. As it is read, so it is asked for;
 * a few pieces are held at a time. `counted` is told what it came to.
 * @throws Error in words when a migration is under way.
 */
export async function* writeBackup(
  url: string,
  counted: (end: End, head: Head) => void,
): AsyncGenerator<Buffer> {
  const sql = open(url, UNHURRIED);
  const pipe = new TransformStream<Buffer, Buffer>(undefined, { highWaterMark: 4 }, { highWaterMark: 4 });
  const writer = pipe.writable.getWriter();
  const say = async (fact: object) => {
    await writer.write(Buffer.from(`${JSON.stringify(fact)}\n`));
  };
  const work = sql.begin("isolation level repeatable read read only", async (tx) => {
    const head = await headOf(tx);
    await say(head);
    const end: End = { tables: 0, rows: 0 };
    for (const table of await keptTables(tx)) {
      await say(table);
      const rows = await tx
        .unsafe(`copy "${table.table}" (${table.columns.join(", ")}) to stdout`)
        .readable();
      for await (const chunk of inPieces(rows as AsyncIterable<Buffer>)) {
        end.rows += linesOf(chunk);
        await writer.write(chunk);
      }
      // The driver may have paused its line at the last rows, and goes on only when asked for more: the next statement would
      // wait for ever.
      rows._read(0);
      await writer.write(Buffer.from(END_OF_ROWS));
      end.tables += 1;
    }
    for (const sequence of await sequences(tx)) await say(sequence);
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
    // Whoever reads no further leaves nothing open.
    await sql.end({ timeout: 0 });
    await work.catch(() => {});
  }
}

async function headOf(tx: postgres.TransactionSql): Promise<Head> {
  const [turn] = await tx.unsafe(
    `select pg_try_advisory_xact_lock_shared(${MIGRATION_LOCK}) as mine, now()::text as at`,
  );
  if (!turn?.mine) throw new Error("The schema is being changed just now: try again when that is done.");
  const rows = await tx.unsafe("select created_at from drizzle.__drizzle_migrations order by created_at");
  return {
    portal: manifest.version,
    at: String(turn.at),
    migrations: rows.map((row) => Number(row.created_at)),
  };
}

/** Where each sequence stands; a number that was drawn meanwhile is skipped, never drawn twice. */
async function sequences(tx: postgres.TransactionSql): Promise<Sequence[]> {
  const names = await tx.unsafe(
    "select relname from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by 1",
  );
  const found: Sequence[] = [];
  for (const { relname } of names) {
    const [row] = await tx.unsafe(`select last_value::text as last, is_called as called from "${relname}"`);
    found.push({ sequence: relname, last: String(row?.last), called: row?.called === true });
  }
  return found;
}

function linesOf(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
  return lines;
}

const PIECE = 64 * 1024;

/** The driver hands out row by row: that is too little at a time. */
async function* inPieces(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const row of rows) {
    held.push(row);
    length += row.length;
    if (length < PIECE) continue;
    yield Buffer.concat(held);
    held = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(held);
}
