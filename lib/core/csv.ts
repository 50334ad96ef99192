import { offsetTime } from "./time.ts";

/** One value of a CSV cell; times are those of the portal's time zone, with its offset. */
export type Cell = string | number | Date | null;

/**
 * Rows as CSV, a chunk at a time, with the header first. Every cell is quoted, and those that a spreadsheet would run
 * as a formula are made harmless.
 */
export async function* csv(
  header: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
): AsyncGenerator<string> {
  yield line(header);
  let chunk: string[] = [];
  for await (const row of rows) {
    chunk.push(line(row));
    if (chunk.length === 200) {
      yield chunk.join("");
      chunk = [];
    }
  }
  yield chunk.join("");
}

/** The first line of a file. */
export const headOf = (names: readonly string[]): string => line(names);

/** Behind what nobody sees (spaces, zero-width signs, a byte order mark), in whichever width: what begins a formula. */
const FORMULA = /^[\s\p{C}]*[=+\-\u2212@]|^[\t\r\n]/u;
/** An amount below zero begins like a formula and is none. */
const NUMBER = /^-?\d+(\.\d+)?$/;

function line(cells: readonly Cell[]): string {
  return `${cells.map(quoted).join(",")}\r\n`;
}

function quoted(cell: Cell): string {
  const text = cell instanceof Date ? offsetTime(cell) : String(cell ?? "");
  return `"${harmless(text).replaceAll('"', '""')}"`;
}

/** Text that no spreadsheet runs: what would be a formula has an apostrophe before it. */
export function harmless(text: string): string {
  return FORMULA.test(text.normalize("NFKC")) && !NUMBER.test(text) ? `'${text}` : text;
}
