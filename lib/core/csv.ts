import Papa from "papaparse";
import { offsetTime } from "./time.ts";

/** One value of a CSV cell; times are those of the portal's time zone, with its offset. */
export type Cell = string | number | Date | null;

/**
 * Rows as CSV, a chunk at a time, with the header first. Cells that a spreadsheet would run as a formula are
 * made harmless.
 */
export async function* csv(
  header: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
): AsyncGenerator<string> {
  yield line(header);
  let chunk: string[] = [];
  for await (const row of rows) {
    chunk.push(line(row.map((cell) => (cell instanceof Date ? offsetTime(cell) : (cell ?? "")))));
    if (chunk.length === 200) {
      yield chunk.join("");
      chunk = [];
    }
  }
  yield chunk.join("");
}

/** Of a cell's very first character: papaparse's own pattern lets a formula pass that has a second line. */
const FORMULA = /^[=+\-@\t\r]/;

function line(cells: readonly (string | number)[]): string {
  return `${Papa.unparse([[...cells]], { escapeFormulae: FORMULA })}\r\n`;
}
