import { PortalError } from "#lib/core/error";
import { isEndOfFile } from "#lib/core/list/end-of-file";

export const BAD_LIST_MESSAGES = {
  empty: "This file has no phone numbers. Add at least one.",
  many: "Use at most 5,000 rows at a time, and send the rest separately.",
  large: "This file is too large. The maximum is 2 MB. Keep only the rows, without images or formatting.",
  unreadable: "We can’t read this file. Save it as XLSX or CSV and upload it again.",
  busy: "Too many files are being read right now. Wait a minute, then upload this file again.",
} as const;

export const createBadListError = (what: keyof typeof BAD_LIST_MESSAGES, cause?: unknown) =>
  new PortalError("invalid", BAD_LIST_MESSAGES[what], { cause });

export const MAX_ROWS = 5_000;

/** Two more rows: the column headings, and the last line of the portal's own files. */
const MAX_TABLE_ROWS = MAX_ROWS + 2;
const MAX_CELLS = 26 * MAX_ROWS;

export type CellTable = readonly (readonly string[])[];

export type ColumnIndexes<H extends string> = Partial<Record<H, number>>;

/**
 * Reads the rows of a table by its column headings if the first row has one for the number, else
 * by the order of the cells.
 * @throws invalid when it is empty or too large.
 */
export function readTableRows<H extends string, L>(
  table: CellTable,
  heads: readonly (readonly [H | "number", RegExp])[],
  underHeads: (heads: ColumnIndexes<H | "number">, row: readonly string[]) => L,
  inOrder: (row: readonly string[]) => L[],
): L[] {
  const filled = table
    .map((row) => row.map(cleanCell))
    .filter((row) => row.some(Boolean) && !isEndOfFile(row));
  const columns = findColumns(filled[0] ?? [], heads);
  const rows = columns ? filled.slice(1) : filled;
  // Counts first, because finding numbers in text is slow.
  if (rows.length > MAX_ROWS) throw createBadListError("many");
  const lines: L[] = [];
  for (const row of rows) {
    for (const line of columns ? [underHeads(columns, row)] : inOrder(row)) lines.push(line);
    if (lines.length > MAX_ROWS) throw createBadListError("many");
  }
  if (lines.length === 0) throw createBadListError("empty");
  return lines;
}

/** Removes invisible characters, and the apostrophe by which spreadsheets and our own files mark text. */
function cleanCell(cell: string): string {
  return cell
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ")
    .trim()
    .replace(/^'/, "");
}

/** Finds the columns by their headings; undefined when the first row has no headings. */
function findColumns<H extends string>(
  row: readonly string[],
  patterns: readonly (readonly [H | "number", RegExp])[],
): ColumnIndexes<H | "number"> | undefined {
  const heads: ColumnIndexes<H | "number"> = {};
  for (const [name, pattern] of patterns) {
    const at = row.findIndex((cell, n) => pattern.test(cell) && !Object.values(heads).includes(n));
    if (at >= 0) heads[name] = at;
  }
  return heads.number !== undefined && !row.some(looksLikeNumber) ? heads : undefined;
}

export function getCell<H extends string>(heads: ColumnIndexes<H>, row: readonly string[], name: H): string {
  return row[heads[name] ?? -1] ?? "";
}

/** Returns the text for a plan, with the network's name if that has a separate column. */
export function getPlanText(heads: ColumnIndexes<"network" | "plan">, row: readonly string[]): string {
  const network = getCell(heads, row, "network");
  const plan = getCell(heads, row, "plan").replace(/^(?=\d+$)/, network && "#");
  return `${network} ${plan}`.trim();
}

/** Splits pasted text or CSV into cells, without empty lines. @throws invalid when it is too large. */
export function parseTextTable(text: string): string[][] {
  return parseCells(text.replace(/^\uFEFF/, ""));
}

/** Splits lines into cells; quoted cells may contain separators, line ends and doubled quotes. */
function parseCells(text: string): string[][] {
  const separator = ["\t", ";", ",", "|"].find((sign) => firstLine(text).includes(sign)) ?? ",";
  const table: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let cells = 0;
  let quoted = false;
  const endCell = () => {
    cells += 1;
    if (cells > MAX_CELLS) throw createBadListError("large");
    row.push(cell);
    cell = "";
  };
  const endRow = () => {
    if (row.length === 0 && cell === "") return;
    endCell();
    if (row.some((text) => text.trim() !== "")) table.push(row);
    if (table.length > MAX_TABLE_ROWS) throw createBadListError("many");
    row = [];
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (quoted && sign === '"' && text[at + 1] === '"') {
      cell += sign;
      at += 1;
    } else if (quoted) {
      if (sign === '"') quoted = false;
      else cell += sign;
    } else if (sign === '"' && cell.trim() === "") quoted = true;
    else if (sign === separator) endCell();
    else if (sign === "\n" || sign === "\r") endRow();
    else cell += sign;
  }
  endRow();
  return table;
}

const firstLine = (text: string) => /\S[^\n\r]*/.exec(text)?.[0] ?? "";

export function looksLikeNumber(cell: string): boolean {
  const digits = cell.replaceAll(/[\s().+-]/g, "");
  return /^\d{7,15}$/.test(digits);
}
