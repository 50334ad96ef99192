import { parseMobileNumber } from "#lib/core/text/parse-mobile-number";
import {
  type CellTable,
  type ColumnIndexes,
  getCell,
  getPlanText,
  looksLikeNumber,
  MAX_ROWS,
  readTableRows,
} from "#lib/spreadsheet/read-table";

/** One row of a batch as the reseller wrote it. */
export interface BatchRow {
  number: string;
  /** A plan's id, or a text such as "1GB MTN monthly"; empty when the row names none. */
  plan: string;
  note: string;
  sellingPrice?: string;
}

/** Characters of each field; longer text is cut. */
const MAX_LENGTHS: Required<Record<keyof BatchRow, number>> = {
  number: 40,
  plan: 100,
  note: 200,
  sellingPrice: 30,
};

/**
 * Reads the rows of a table: number, plan, note and selling price, in this order or under column headings.
 * @throws invalid when it is empty or too large.
 */
export function readBatchRows(table: CellTable, country: string): BatchRow[] {
  return readTableRows(table, COLUMN_PATTERNS, readRowByColumns, (row) => readRowByOrder(row, country)).map(
    ({ number, plan, note, sellingPrice = "" }) => ({
      number: number.slice(0, MAX_LENGTHS.number),
      plan: plan.slice(0, MAX_LENGTHS.plan),
      note: note.slice(0, MAX_LENGTHS.note),
      sellingPrice: sellingPrice.slice(0, MAX_LENGTHS.sellingPrice),
    }),
  );
}

type ColumnName = keyof BatchRow | "network";
const COLUMN_PATTERNS: readonly (readonly [ColumnName, RegExp])[] = [
  ["number", /number|phone|mobile|msisdn|recipient/i],
  ["network", /network/i],
  // A bare "price" may be the reseller's cost, as in the files of batches.
  ["sellingPrice", /sellingPrice|sold|selling|customer (pays|price)/i],
  ["plan", /plan|bundle|package|product|data/i],
  ["note", /note|name|remark|comment|customer/i],
];

function readRowByColumns(heads: ColumnIndexes<ColumnName>, row: readonly string[]): BatchRow {
  return {
    number: getCell(heads, row, "number"),
    plan: getPlanText(heads, row),
    note: getCell(heads, row, "note"),
    sellingPrice: getCell(heads, row, "sellingPrice"),
  };
}

/** Reads number, plan, note and selling price; a line may also be several numbers. */
function readRowByOrder(row: readonly string[], country: string): BatchRow[] {
  const cells = row.filter(Boolean);
  if (cells.every(looksLikeNumber)) return cells.map((number) => ({ number, plan: "", note: "" }));
  const [number = "", plan = "", ...notes] = row;
  if (row.slice(1).some(Boolean)) {
    const sellingPrice = notes.length === 2 && looksLikeMoney(notes[1]) ? notes.pop() : "";
    return [{ number, plan, note: notes.filter(Boolean).join(" "), sellingPrice: sellingPrice ?? "" }];
  }
  return splitNumberAndPlan(number, country);
}

/** Splits "0803 123 4567 1GB MTN" into the longest valid number and its plan, or more numbers. */
function splitNumberAndPlan(text: string, country: string): BatchRow[] {
  const words = text.split(/\s+/);
  const lines: BatchRow[] = [];
  for (let at = 0; at < words.length; ) {
    const count = [6, 5, 4, 3, 2, 1].find((many) =>
      parseMobileNumber(words.slice(at, at + many).join(" "), country),
    );
    if (count === undefined || lines.length > MAX_ROWS) {
      const rest = words.slice(at).join(" ");
      const last = lines.at(-1);
      if (!last) return [{ number: rest, plan: "", note: "" }];
      last.plan = rest;
      return lines;
    }
    lines.push({ number: words.slice(at, at + count).join(" "), plan: "", note: "" });
    at += count;
  }
  return lines;
}

const looksLikeMoney = (cell = "") => /^\D{0,4}\d[\d,]*(\.\d+)?$/.test(cell);
