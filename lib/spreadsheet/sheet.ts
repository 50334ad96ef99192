/** The cells of one sheet as text, or lines of free text with one cell each. */
export interface Sheet {
  /** Empty for a text. */
  name: string;
  kind: "table" | "text";
  rows: string[][];
  /** Rows and columns that the file hides. Rows are left out; columns are empty, so that letters stay. */
  hiddenRows: number;
  hiddenColumns: number;
  /** Cells that hold for several rows, written into each of them. */
  mergedCells: number;
  /** Formulas whose value the file doesn't have; their text is in the cell. */
  openFormulas: number;
  /** Whether the kind of file doesn't say which rows it hides. */
  mayHideRows: boolean;
}

export const createSheet = (fields: Pick<Sheet, "name" | "kind" | "rows"> & Partial<Sheet>): Sheet => ({
  hiddenRows: 0,
  hiddenColumns: 0,
  mergedCells: 0,
  openFormulas: 0,
  mayHideRows: false,
  ...fields,
});

/** Removes invisible signs, and what marks a text for spreadsheets: an apostrophe, or ="…". */
export function cleanCell(cell: string): string {
  return cell
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zs}\u2028\u2029]+/gu, " ")
    .trim()
    .replace(/^="(.*)"$/, "$1")
    .replace(/^'/, "");
}
