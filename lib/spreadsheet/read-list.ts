import { isEndOfFile } from "#lib/core/list/end-of-file";
import { createPhoneRule } from "#lib/core/text/create-phone-rule";
import { createBadListError, MAX_ROWS } from "./bad-list.ts";
import { findColumns, type TableLayout } from "./find-columns.ts";
import type { ListPurpose } from "./headings.ts";
import type { Country, ListRow } from "./read-line.ts";
import { readLines } from "./read-lines.ts";
import { readTable } from "./read-table.ts";
import type { ListChoice, Reading } from "./reading.ts";
import { cleanCell, type Sheet } from "./sheet.ts";

/** Characters of each field; longer text is cut. */
const MAX_LENGTHS: Record<keyof ListRow, number> = {
  number: 40,
  plan: 100,
  name: 60,
  note: 200,
  sellingPrice: 30,
};

/**
 * Reads the rows of a list for a purpose, by a person's choice or by what the list holds.
 * @throws invalid when it is empty or too large
 */
export function readList(
  sheets: readonly Sheet[],
  countryCode: string,
  purpose: ListPurpose,
  choice?: ListChoice,
): { rows: ListRow[]; reading: Reading } {
  const country = { code: countryCode, rule: createPhoneRule(countryCode) };
  const { at, sheet, layout } = chooseSheet(sheets, country, purpose, choice);
  const table = toTable(sheet);
  const left = {
    hiddenRows: sheet.hiddenRows,
    hiddenColumns: sheet.hiddenColumns,
    totals: 0,
    withoutNumber: 0,
  };
  const columns = choice?.columns ?? layout?.columns ?? {};
  const candidates = choice?.columns?.number?.length ? [] : (layout?.candidates ?? []);
  let rows: ListRow[] = [];
  if (candidates.length === 0) {
    // Counts first, because finding numbers in text is slow.
    if (table.length - (layout?.first ?? 0) > MAX_ROWS + 1) throw createBadListError("many");
    rows = layout
      ? readTable(
          table,
          { layout, columns, isChosen: choice?.columns !== undefined },
          { country, purpose, left },
        )
      : readLines(sheet, table, { country, purpose, left });
    if (rows.length > MAX_ROWS) throw createBadListError("many");
    if (rows.length === 0) throw createBadListError("empty");
  }
  return {
    rows: rows.map(cutFields),
    reading: {
      sheet: at,
      sheets: sheets.map(({ name }) => name),
      isText: !layout,
      columns: layout ? describeColumns(table, layout) : [],
      choice: columns,
      candidates,
      left,
      mergedCells: sheet.mergedCells,
      openFormulas: sheet.openFormulas,
      mayHideRows: sheet.mayHideRows,
    },
  };
}

/** The chosen sheet, else the first with numbers. */
function chooseSheet(
  sheets: readonly Sheet[],
  { code }: Country,
  purpose: ListPurpose,
  choice: ListChoice | undefined,
): { at: number; sheet: Sheet; layout: TableLayout | undefined } {
  const find = (sheet: Sheet) =>
    sheet.kind === "text" ? undefined : findColumns(toTable(sheet), code, purpose);
  const chosen = choice && sheets[choice.sheet];
  if (choice && chosen) return { at: choice.sheet, sheet: chosen, layout: find(chosen) };
  for (const [at, sheet] of sheets.entries()) {
    const layout = find(sheet);
    if (layout) return { at, sheet, layout };
  }
  const [sheet] = sheets;
  if (!sheet) throw createBadListError("empty");
  return { at: 0, sheet, layout: undefined };
}

const toTable = ({ rows }: Sheet): string[][] =>
  rows
    .map((row) => row.map(cleanCell))
    .filter((row) => row.some((cell) => /[\p{L}\p{N}]/u.test(cell)) && !isEndOfFile(row));

/** More can't be chosen from on a page. */
const MAX_SHOWN_COLUMNS = 200;

function describeColumns(table: readonly string[][], { head, first }: TableLayout): Reading["columns"] {
  const rows = table.slice(first, first + 50);
  const headings = table[head ?? -1] ?? [];
  const width = Math.min(MAX_SHOWN_COLUMNS, Math.max(headings.length, ...rows.map((row) => row.length)));
  return Array.from({ length: width }, (_, at) => ({
    heading: (headings[at] ?? "").slice(0, 40),
    example: (rows.find((row) => row[at])?.[at] ?? "").slice(0, 40),
  }));
}

const cutFields = (row: ListRow): ListRow => ({
  number: row.number.slice(0, MAX_LENGTHS.number),
  plan: row.plan.slice(0, MAX_LENGTHS.plan),
  name: row.name.slice(0, MAX_LENGTHS.name).trim(),
  note: row.note.slice(0, MAX_LENGTHS.note).trim(),
  sellingPrice: row.sellingPrice.slice(0, MAX_LENGTHS.sellingPrice),
});
