import type { Cell, CellValue, Sheet as WorkbookSheet } from "hucre";
import { readXlsx } from "hucre/xlsx";
import { PortalError } from "#lib/core/error";
import { createBadListError, MAX_CELLS, MAX_TABLE_ROWS } from "./bad-list.ts";
import { repackArchive } from "./repack-archive.ts";
import { createSheet, type Sheet } from "./sheet.ts";

/** All cells together, as many can share one long text. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/**
 * Reads the shown sheets of a workbook (XLSX, ODS or the older XLS) as text.
 * @throws invalid with a message of `BAD_LIST_MESSAGES`
 */
export async function readWorkbook(file: Uint8Array): Promise<Sheet[]> {
  const isArchive = file[0] === 0x50;
  if (!isArchive && Buffer.from(file).includes(Buffer.from("EncryptedPackage", "utf16le")))
    throw createBadListError("locked");
  try {
    return readSheets(isArchive ? await readArchive(file) : await readOlder(file), !isArchive);
  } catch (error) {
    if (error instanceof PortalError) throw error;
    throw createBadListError(/limit|too (many|large)/i.test(String(error)) ? "large" : "unreadable", error);
  }
}

/** Reads a table of a web page, which many portals name a spreadsheet. @throws as `readWorkbook` does */
export async function readHtmlTable(html: string): Promise<Sheet[]> {
  if (/<tr\b[^>]*(?:display:\s*none|\bhidden\b)/i.test(html)) throw createBadListError("hidden");
  const { fromHtml } = await import("hucre");
  return readSheets([fromHtml(html)], false);
}

async function readArchive(file: Uint8Array): Promise<WorkbookSheet[]> {
  const { parts, archive } = repackArchive(file);
  const content = parts.get("content.xml");
  if (content === undefined) {
    requireTexts(parts);
    return (await readXlsx(archive)).sheets;
  }
  if (/table:visibility="(?:collapse|filter)"/.test(content)) throw createBadListError("hidden");
  const { readOds } = await import("hucre/ods");
  return (await readOds(archive)).sheets;
}

async function readOlder(file: Uint8Array): Promise<WorkbookSheet[]> {
  const { read } = await import("hucre");
  return (await read(file)).sheets;
}

function readSheets(sheets: readonly WorkbookSheet[], mayHideRows: boolean): Sheet[] {
  const shown = sheets.filter(({ hidden, veryHidden }) => !hidden && !veryHidden);
  if (shown.length === 0) throw createBadListError("unreadable");
  const left = { characters: MAX_CHARACTERS, cells: MAX_CELLS };
  return shown.map((sheet) => readSheet(sheet, left, mayHideRows));
}

/** Rejects a workbook whose table of texts is missing or cut: its cells would be empty. */
function requireTexts(parts: ReadonlyMap<string, string>): void {
  let needed = 0;
  let texts = 0;
  for (const [path, xml] of parts) {
    if (/<(?:\w+:)?sst[\s>]/.test(xml.slice(0, 1_000)))
      texts += xml.match(/<(?:\w+:)?si[\s/>]/g)?.length ?? 0;
    if (!/worksheets\//i.test(path)) continue;
    for (const [, index] of xml.matchAll(/\st="s"[^>]*>\s*<(?:\w+:)?v>(\d+)</g))
      needed = Math.max(needed, Number(index) + 1);
  }
  if (needed > texts) throw createBadListError("unreadable");
}

function readSheet(
  sheet: WorkbookSheet,
  left: { characters: number; cells: number },
  mayHideRows: boolean,
): Sheet {
  const hiddenColumns = new Set((sheet.columns ?? []).flatMap((column, at) => (column?.hidden ? [at] : [])));
  const isHidden = (row: number) => sheet.rowDefs?.get(row)?.hidden === true;
  const filled = fillMergedCells(sheet);
  const rows: string[][] = [];
  let hiddenRows = 0;
  let openFormulas = 0;
  for (const [n, values] of sheet.rows.entries()) {
    const row = Array.from(values ?? [], (value, at) => {
      if (hiddenColumns.has(at)) return "";
      const cell = sheet.cells?.get(`${n},${at}`);
      if (isOpenFormula(cell)) openFormulas += 1;
      return formatValue(isOpenFormula(cell) ? `=${cell.formula}` : value);
    });
    const last = row.findLastIndex(Boolean);
    if (last < 0) continue;
    if (isHidden(n)) {
      hiddenRows += 1;
      continue;
    }
    rows.push(row.slice(0, last + 1));
    left.cells -= last + 1;
    left.characters -= row.reduce((sum, cell) => sum + cell.length, 0);
    if (left.cells < 0 || left.characters < 0) throw createBadListError("large");
    if (rows.length > MAX_TABLE_ROWS) throw createBadListError("many");
  }
  return createSheet({
    name: sheet.name,
    kind: "table",
    rows,
    hiddenRows,
    hiddenColumns: [...hiddenColumns].filter((at) => sheet.rows.some((row) => formatValue(row?.[at]) !== ""))
      .length,
    mergedCells: filled,
    openFormulas,
    mayHideRows,
  });
}

/** Writes the value of a cell that holds for several rows into each of them. @returns how many such cells. */
function fillMergedCells({ rows, merges = [] }: WorkbookSheet): number {
  let count = 0;
  for (const { startRow, endRow, startCol } of merges) {
    const value = rows[startRow]?.[startCol];
    if (endRow === startRow || value === null || value === undefined) continue;
    count += 1;
    for (let n = startRow + 1; n <= Math.min(endRow, rows.length - 1); n++) {
      const row = rows[n];
      if (!row) continue;
      while (row.length <= startCol) row.push(null);
      row[startCol] = value;
    }
  }
  return count;
}

/** A formula whose value was never computed: the cell is empty in the file, not for the person who looks. */
const isOpenFormula = (cell: Cell | undefined): cell is Cell & { formula: string } =>
  cell?.formula !== undefined && cell.value === null;

function formatValue(value: CellValue | undefined): string {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return String(value ?? "");
}
