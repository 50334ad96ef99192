import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Ctx } from "./context.ts";
import { harmless, headOf } from "./csv.ts";
import { env } from "./env.ts";
import { digitsOf } from "./money.ts";
import { cursorOrder, type Order, pageConditions, where } from "./page.ts";
import { groupedPhone } from "./phone.ts";

/** A file whose lines the database writes: a million of them would keep this process from everything else for minutes. */
export interface Written {
  /** Its rows are called `p`, and have an `id`. */
  from: SQL;
  conditions: SQL[];
  /** The cells, by the heads of their columns; null is an empty one. */
  cells: Readonly<Record<string, SQL>>;
}

/** Before a cell that only this process can finish: words that might run as a formula, and phone numbers. */
const WORDS = "\u0001";
const PHONE = "\u0002";
const MARKED = new RegExp(`(?<=^|[,\\n])"([${WORDS}${PHONE}])((?:[^"]|"")*)"`, "g");

/** The numbers of letters and digits. The database looks a sign up among them in a third of the time that a pattern takes. */
const PLAIN = sql.raw(
  `'{${[...Array(128).keys()].filter((sign) => /[0-9A-Za-z]/.test(String.fromCharCode(sign)))}}'::int[]`,
);

/** Text that somebody may have typed. Most begins with a letter or a digit and has no quotes: it stays as it is. */
export const words = (text: SQLWrapper): SQL =>
  sql`(case when ascii(${text}) = any (${PLAIN}) and strpos(${text}, '"') = 0 then ${text}
    else ${sql.raw(`'${WORDS}'`)} || replace(${text}, '"', '""') end)`;

/** Text of the portal's own, without quotes, that begins with a letter or a digit. */
export const plain = (text: SQLWrapper): SQL => sql`${text}`;

/**
 * An instant of this century by the clock of `TIME_ZONE`: "2026-11-20T14:05:09+01:00". Half a second less, rounded, is the second
 * that it fell into. JSON has just these words, in quotes, and writes them in half the time that a form takes (`to_char`).
 */
export const time = (at: SQLWrapper): SQL =>
  sql`substr(to_json((${at} - interval '0.5 seconds')::timestamptz(0))::text, 2, 25)`;

/** Minor units as decimal text: "1234.50". */
export const money = (minor: SQLWrapper): SQL => {
  const places = digitsOf();
  return sql`(${minor} * ${sql.raw(places === 0 ? "1" : `0.${"1".padStart(places, "0")}`)})`;
};

/** A number in E.164, grouped for reading. */
export const phone = (e164: SQLWrapper): SQL => sql`(${sql.raw(`'${PHONE}'`)} || ${e164})`;

/** What a value is called: `names` by value. */
export const called = (value: SQLWrapper, names: Readonly<Record<string, string>>): SQL =>
  sql`case ${value} ${sql.join(
    Object.entries(names).map(([one, name]) => sql`when ${one} then ${name}`),
    sql` `,
  )} end`;

/** So many lines at once take the database less than 100 ms, and this process a few megabytes. */
const LINES = 8_000;

/**
 * The file in pieces, the header first. Each piece is a short statement of its own, asked for while the one before is on
 * its way, so that nothing is held while whoever reads it takes their time; rows that come meanwhile are not in it.
 */
export async function* written(
  ctx: Ctx,
  make: () => Written | Promise<Written>,
  order: Order,
): AsyncGenerator<string> {
  const file = await make();
  yield headOf(Object.keys(file.cells));
  let coming = piece(ctx, file, order);
  for (;;) {
    const { lines, last } = await coming;
    if (last === undefined) return yield finished(lines);
    coming = piece(ctx, file, order, last);
    // Nobody may come for it: whoever reads the file can leave at any time.
    coming.catch(() => {});
    yield finished(lines);
  }
}

async function piece(ctx: Ctx, { from, conditions, cells }: Written, order: Order, after?: number) {
  const cursor = { after };
  const inOrder = sql`order by ${cursorOrder(cursor, order)}`;
  // `concat` takes twice as long: it measures each cell's length anew.
  const filled = Object.values(cells).map((cell) => sql`coalesce((${cell})::text, '')`);
  const line = sql`('"' || ${sql.join(filled, sql` || '","' || `)} || E'"\\r\\n')`;
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('TimeZone', ${env().TIME_ZONE}, true)`);
    const [found] = await tx.execute<{ lines: string | null; last: string; count: string }>(sql`
      select string_agg(p.line, '' ${inOrder}) as lines, ${order === "newest" ? sql`min` : sql`max`}(p.id) as last, count(*) as count
      from (
        select p.id, ${line} as line
        from ${from} ${where([...conditions, ...pageConditions(cursor, order)])} ${inOrder} limit ${LINES}
      ) p`);
    const more = Number(found?.count) === LINES;
    return { lines: found?.lines ?? "", last: more ? Number(found?.last) : undefined };
  });
}

/** The lines with the cells that were left to us. */
function finished(lines: string): string {
  return lines.replace(MARKED, (_cell, mark: string, text: string) =>
    mark === PHONE ? `"${groupedPhone(text)}"` : `"${harmless(text)}"`,
  );
}
