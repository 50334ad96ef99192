import { formatOffsetTime } from "#lib/core/time/time";
import { END_MARK } from "./end-of-file.ts";

/** One value of a CSV cell; times are those of the portal's time zone, with its offset. */
export type CsvCell = string | number | Date | null;

/** Encodes rows as CSV, a chunk at a time, header first. Cells are quoted, and formulas escaped. */
export async function* encodeCsv(
  header: readonly string[],
  rows: AsyncIterable<readonly CsvCell[]>,
): AsyncGenerator<string> {
  yield formatCsvLine(header);
  let chunk: string[] = [];
  for await (const row of rows) {
    chunk.push(formatCsvLine(row));
    if (chunk.length === 200) {
      yield chunk.join("");
      chunk = [];
    }
  }
  yield chunk.join("");
}

/** Adds the last line, which has as many cells as the others. @param note added to its first cell */
export async function* endCsv(
  file: AsyncIterable<string>,
  getNote: () => string | undefined = () => undefined,
): AsyncGenerator<string> {
  let columns = 0;
  for await (const piece of file) {
    columns ||= piece.split("\r\n", 1)[0]?.split('","').length ?? 1;
    yield piece;
  }
  const first = [END_MARK, getNote()].filter(Boolean).join(", ");
  yield formatCsvLine([first, ...Array<null>(columns - 1).fill(null)]);
}

/** The start of a formula, in any width, after invisible characters (spaces, zero-width signs, a BOM). */
const FORMULA_PATTERN = /^[\s\p{C}]*[=+\-\u2212@]|^[\t\r\n]/u;
/** A negative amount begins like a formula, but isn't one. */
const NUMBER_PATTERN = /^-?\d+(\.\d+)?$/;

export function formatCsvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(quoteCell).join(",")}\r\n`;
}

function quoteCell(cell: CsvCell): string {
  const text = cell instanceof Date ? formatOffsetTime(cell) : String(cell ?? "");
  return `"${escapeFormula(text).replaceAll('"', '""')}"`;
}

/** Puts an apostrophe before a text that a spreadsheet would run as a formula. */
export function escapeFormula(text: string): string {
  return FORMULA_PATTERN.test(text.normalize("NFKC")) && !NUMBER_PATTERN.test(text) ? `'${text}` : text;
}
