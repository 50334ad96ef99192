import { chooseBare, chooseHeaded } from "./choose-number-column.ts";
import { chooseBareOthers, chooseHeadedOthers } from "./choose-other-columns.ts";
import { type ColumnChoice, countHeadings, type ListPurpose, scoreHeading } from "./headings.ts";
import { measureColumns } from "./measure-columns.ts";
import { isNumberAttempt, isNumberCell } from "./number-cell.ts";
import { hasSize } from "./plan-words.ts";
import { cleanCell } from "./sheet.ts";

export interface TableLayout {
  /** The row of headings; null without one. */
  head: number | null;
  /** The first row of the list. */
  first: number;
  columns: ColumnChoice;
  /** Columns of which each may hold the number that is meant: a person has to choose. */
  candidates: readonly number[];
  /** Whether each number of a row is a row of its own. */
  isEachNumber: boolean;
}

const HEADING_ROWS = 10;
const SAMPLE_ROWS = 500;

/**
 * Finds a table's columns by their headings and by what they hold.
 * @returns undefined where no column has numbers.
 */
export function findColumns(
  rows: readonly (readonly string[])[],
  country: string,
  purpose: ListPurpose,
): TableLayout | undefined {
  const head = findHead(rows, country);
  const start = head === null ? 0 : head + 1;
  const stats = measureColumns(rows.slice(start, start + SAMPLE_ROWS), rows[head ?? -1] ?? [], country);
  const number =
    head === null
      ? chooseBare(rows, stats, country)
      : chooseHeaded(rows.slice(start), stats, country, purpose);
  if (!number) return undefined;
  const used = new Set([...number.columns, ...number.candidates]);
  const otherColumns = stats.filter(({ at }) => !used.has(at));
  const columns: ColumnChoice = { number: number.columns };
  const choices =
    head === null
      ? chooseBareOthers(stats, number.columns, purpose, rows)
      : chooseHeadedOthers(rows, start, otherColumns);
  const first = head === null ? findFirst(rows, [...used], country) : start;
  return {
    head,
    first,
    columns: { ...columns, ...choices },
    candidates: number.candidates,
    isEachNumber: number.isEach,
  };
}

/** Finds the row of headings among the first ten: the one that names most columns. */
function findHead(rows: readonly (readonly string[])[], country: string): number | null {
  let best: { at: number; count: number } | undefined;
  for (const [at, row] of rows.slice(0, HEADING_ROWS).entries()) {
    const cells = row.map(cleanCell).filter(Boolean);
    if (cells.some((cell) => isNumberCell(cell, country) || isNumberAttempt(cell))) {
      if (cells.length > 0) break;
    }
    const count = countHeadings(cells.filter((cell) => !hasSize(cell)));
    const isAlone = cells.length === 1 && scoreHeading("number", cells[0] ?? "") >= 2;
    if ((count >= 2 || isAlone) && count > (best?.count ?? 0)) best = { at, count };
  }
  return best?.at ?? null;
}

/** Titles and unknown headings above the first number are left out. */
function findFirst(
  rows: readonly (readonly string[])[],
  columns: readonly number[],
  country: string,
): number {
  const first = rows.findIndex((row) =>
    columns.some((at) => {
      const cell = cleanCell(row[at] ?? "");
      return isNumberCell(cell, country) || isNumberAttempt(cell);
    }),
  );
  return Math.max(0, first);
}
