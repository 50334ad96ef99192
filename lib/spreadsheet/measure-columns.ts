import { DATE, isNumberAttempt, isNumberCell } from "./number-cell.ts";
import { addUnit, hasSize, isPlanText } from "./plan-words.ts";
import { cleanCell } from "./sheet.ts";

/** A column's heading, and how many of its cells are of each kind. */
export interface ColumnStats {
  at: number;
  heading: string;
  filled: number;
  /** Cells that are mobile numbers, that look like one, a size, a date, and that have letters. */
  numbers: number;
  attempts: number;
  sizes: number;
  /** Cells of which all words name a plan, and that may be the id of one. */
  plans: number;
  ids: number;
  dates: number;
  words: number;
}

export function measureColumns(
  rows: readonly (readonly string[])[],
  head: readonly string[],
  country: string,
): ColumnStats[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), head.length);
  return Array.from({ length: width }, (_, at) => {
    const cells = rows.map((row) => cleanCell(row[at] ?? "")).filter(Boolean);
    const count = (matches: (cell: string) => boolean) => cells.filter(matches).length;
    return {
      at,
      heading: cleanCell(head[at] ?? ""),
      filled: cells.length,
      numbers: count((cell) => isNumberCell(cell, country)),
      attempts: count((cell) => isNumberCell(cell, country) || isNumberAttempt(cell)),
      sizes: count((cell) => hasSize(addUnit(cell, head[at] ?? ""))),
      ids: count((cell) => /^#?\d{1,6}$/.test(cell)),
      plans: count((cell) => hasSize(cell) && isPlanText(cell)),
      dates: count((cell) => DATE.test(cell)),
      words: count((cell) => /\p{L}{2}/u.test(cell)),
    };
  });
}

export const isMostly = (count: number, { filled }: ColumnStats): boolean =>
  filled > 0 && count * 2 >= filled;

/** Whether a column counts the rows: 1, 2, 3 … */
export function isSerial(rows: readonly (readonly string[])[], { at }: { at: number }): boolean {
  const cells = rows.map((row) => cleanCell(row[at] ?? "")).filter((cell) => /^\d{1,4}[.)]?$/.test(cell));
  if (cells.length < 2 || cells.length * 2 < rows.length) return false;
  return cells.every(
    (cell, n) => n === 0 || Number.parseInt(cell, 10) === Number.parseInt(cells[n - 1] ?? "", 10) + 1,
  );
}
