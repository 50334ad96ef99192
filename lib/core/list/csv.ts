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

/** Spreadsheet programs take a file without it for one in their own encoding, and spoil names. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Completes the lines of a file for a person: a byte order mark before them, and a last line with as many
 * cells as the others. @param getNote added to the first cell of that line
 */
export async function* completeCsv(
  file: AsyncIterable<string>,
  getNote: () => string | undefined = () => undefined,
): AsyncGenerator<string> {
  let columns = 0;
  for await (const piece of file) {
    yield columns === 0 ? BYTE_ORDER_MARK + piece : piece;
    columns ||= piece.split("\r\n", 1)[0]?.split('","').length ?? 1;
  }
  const first = [END_MARK, getNote()].filter(Boolean).join(", ");
  yield formatCsvLine([first, ...Array<null>(columns - 1).fill(null)]);
}

/** The start of a formula, in any width, after invisible characters (spaces, zero-width signs, a BOM). */
const FORMULA_PATTERN = /^[\s\p{C}]*[=+\-\u2212@]|^[\t\r\n]/u;
/** The same after a sign at which programs in other languages begin a new cell, also within quotes. */
const INNER_FORMULA_PATTERN = /(?<=[;\t|])(?=[\s\p{C}]*[=+\-\u2212@\uff1d\uff0b\uff0d\uff20])/gu;
/** A negative amount begins like a formula, but isn't one. */
const NUMBER_PATTERN = /^-?\d+(\.\d+)?$/;
const MONTH = "(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*";

/**
 * Texts that a spreadsheet changes when it opens a file, and saves changed. Amounts, and days in the portal's
 * own form, aren't among them.
 */
const CHANGED_PATTERNS = [
  // It keeps fifteen digits, and no leading zeros.
  /^-?\d[\d.]{15,}$/,
  /^-?0\d+(\.\d+)?$/,
  /^\d+(\.\d+)?e[+-]?\d+$/i,
  /^\d{1,3}(,\d{3})+(\.\d+)?$|^\(\d+(\.\d+)?\)$|^\d+(\.\d+)? ?%$/,
  // Fractions, times and days.
  /^(\d+ )?\d{1,4}\/\d{1,4}(\/\d{1,4})?$|^\d{1,2}-\d{1,4}(-\d{1,4})?$|^\d{1,4}(:\d{1,2}){1,2}( ?[ap]m?)?$/i,
  new RegExp(`^(\\d{1,4}[ -]?${MONTH}|${MONTH}[ -]?\\d{1,4})([ ,-]+\\d{1,4})?$`, "i"),
];

export function formatCsvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(quoteCell).join(",")}\r\n`;
}

function quoteCell(cell: CsvCell): string {
  const text = cell instanceof Date ? formatOffsetTime(cell) : String(cell ?? "");
  return `"${markText(text).replaceAll('"', '""')}"`;
}

/**
 * Puts an apostrophe before a text that a spreadsheet would run as a formula, or change, and before a formula
 * within. Readers of lists drop the first, so that a text's own gets another.
 */
export function markText(text: string): string {
  const isFormula = FORMULA_PATTERN.test(text.normalize("NFKC")) && !NUMBER_PATTERN.test(text);
  const isMarked =
    isFormula || text.startsWith("'") || CHANGED_PATTERNS.some((pattern) => pattern.test(text));
  const inside = text.replace(INNER_FORMULA_PATTERN, "'");
  return isMarked ? `'${inside}` : inside;
}
