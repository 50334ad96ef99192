import type { ImportLine } from "#db/schema/customer";
import { parseMobileNumber } from "#lib/core/text/parse-mobile-number";
import {
  type CellTable,
  type ColumnIndexes,
  getCell,
  getPlanText,
  looksLikeNumber,
  readTableRows,
} from "#lib/spreadsheet/read-table";

/** A line of an import as written, with empty fields for missing ones. */
export type ImportRow = Omit<ImportLine, "phone">;

type Heading = "number" | "network" | "plan" | "name" | "note";
const HEADINGS: readonly (readonly [Heading, RegExp])[] = [
  ["number", /number|phone|mobile|msisdn|recipient/i],
  ["network", /network/i],
  ["plan", /plan|bundle|package|product|data/i],
  ["name", /name|customer|contact/i],
  ["note", /note|remark|comment/i],
];

/** Maximum characters of each field; longer values are cut. */
const MAX_LENGTHS: Record<keyof ImportRow, number> = { number: 40, name: 60, plan: 100, note: 200 };

/**
 * Reads customers from a table: a number and a name in each row, in either order, then the usual plan and a
 * note, or in the order of its headings.
 * @throws invalid when it is empty or too large.
 */
export function readImportRows(table: CellTable, country: string): ImportRow[] {
  return readTableRows(table, HEADINGS, readByHeadings, (row) => [readByPosition(row, country)]).map(
    ({ number, name, plan, note }) => ({
      number: number.slice(0, MAX_LENGTHS.number),
      name: name.slice(0, MAX_LENGTHS.name).trim(),
      plan: plan.slice(0, MAX_LENGTHS.plan),
      note: note.slice(0, MAX_LENGTHS.note).trim(),
    }),
  );
}

function readByHeadings(heads: ColumnIndexes<Heading>, row: readonly string[]): ImportRow {
  const cell = (name: Heading) => getCell(heads, row, name);
  return { number: cell("number"), name: cell("name"), plan: getPlanText(heads, row), note: cell("note") };
}

function readByPosition(row: readonly string[], country: string): ImportRow {
  const [first = "", second = "", plan = "", ...notes] = row;
  const note = notes.filter(Boolean).join(" ");
  if (!row.slice(1).some(Boolean)) return { ...splitNumberAndName(first, country), plan: "", note: "" };
  const [number, name] =
    looksLikeNumber(second) && !looksLikeNumber(first) ? [second, first] : [first, second];
  return { number, name, plan, note };
}

/** Splits "0803 123 4567 Ada Obi", or the name first. The number is the longest run that forms one. */
function splitNumberAndName(text: string, country: string): Pick<ImportRow, "number" | "name"> {
  const words = text.split(/\s+/);
  for (let many = Math.min(6, words.length); many > 0; many -= 1) {
    const [head, tail] = [words.slice(0, many), words.slice(-many)].map((some) => some.join(" ")) as [
      string,
      string,
    ];
    if (parseMobileNumber(head, country)) return { number: head, name: words.slice(many).join(" ") };
    if (parseMobileNumber(tail, country)) return { number: tail, name: words.slice(0, -many).join(" ") };
  }
  return { number: text, name: "" };
}
