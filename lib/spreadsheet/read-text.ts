import Papa from "papaparse";
import { createBadListError, MAX_CELLS, MAX_TABLE_ROWS } from "./bad-list.ts";
import { countHeadings } from "./headings.ts";
import { isNumberAttempt } from "./number-cell.ts";
import { isChat } from "./read-line.ts";
import { cleanCell, createSheet, type Sheet } from "./sheet.ts";

const SEPARATORS = ["\t", ";", "|", ","] as const;
/** Lines that are looked at to find the separator. */
const SAMPLE_LINES = 200;

/** Reads pasted text or a text file: a table if one sign separates as many cells in most lines, else lines. */
export function readText(text: string): Sheet {
  const lines = text
    .replace(/^\uFEFF/, "")
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replace(/^\n+/, "");
  const [, named] = /^\s*"?sep=(.)"?[^\n]*\n/i.exec(lines) ?? [];
  const body = named === undefined ? lines : lines.slice(lines.indexOf("\n") + 1);
  const separator = isChat(body) ? undefined : (named ?? findSeparator(body));
  return separator === undefined ? createTextSheet(body) : createTable(body, separator);
}

function createTextSheet(body: string): Sheet {
  const rows: string[][] = [];
  for (const line of body.split("\n")) {
    if (cleanCell(line)) rows.push([line]);
    if (rows.length > MAX_TABLE_ROWS) throw createBadListError("many");
  }
  return createSheet({ name: "", kind: "text", rows });
}

function createTable(body: string, separator: string): Sheet {
  return createSheet({ name: "", kind: "table", rows: parseRows(body, separator) });
}

/**
 * Finds the sign that makes a table of a text: outside of quotes, with the most rows that have a number in a
 * cell, then the most rows of the same length.
 * @returns undefined for a text without headings in which a number is mostly within other words
 */
function findSeparator(body: string): string | undefined {
  const sample = takeLines(body, SAMPLE_LINES);
  let best: { sign: string; numbers: number; even: number } | undefined;
  for (const sign of SEPARATORS) {
    const rows = parseRows(sample, sign).map((row) => row.map(cleanCell));
    const counts = rows.map((row) => row.length).filter((count) => count > 1);
    const numbers = rows.filter((row) => row.some(isNumberAttempt) && !row.some(hasEmbeddedNumber)).length;
    const isTable = numbers * 2 >= rows.length || rows.slice(0, 10).some((row) => countHeadings(row) >= 2);
    if (counts.length === 0 || !isTable) continue;
    const even = Math.max(...counts.map((count) => counts.filter((each) => each === count).length));
    if (!best || numbers > best.numbers || (numbers === best.numbers && even > best.even))
      best = { sign, numbers, even };
  }
  return best?.sign;
}

/** "MTN: 08031234567" is a part of a sentence, whose commas separate no cells. */
const hasEmbeddedNumber = (cell: string): boolean => /^\p{L}[^\d]*\d{10}/u.test(cell);

const takeLines = (text: string, count: number): string => {
  let end = -1;
  for (let n = 0; n < count; n++) {
    const next = text.indexOf("\n", end + 1);
    if (next < 0) return text;
    end = next;
  }
  return text.slice(0, end);
};

/** Splits lines into cells; quoted cells may contain separators, line ends and doubled quotes. */
function parseRows(text: string, separator: string): string[][] {
  const quoted = text.replaceAll(
    new RegExp(`(^|\\n|[${separator === "\t" ? "\\t" : separator}]) +(?=")`, "g"),
    "$1",
  );
  const rows = splitRows(quoted, { delimiter: separator });
  // A quote that is never closed would swallow all rows behind it: then quotes are signs like others.
  return rows ?? splitRows(text, { delimiter: separator, quoteChar: "\0" }) ?? [];
}

function splitRows(text: string, options: Papa.ParseConfig): string[][] | undefined {
  const rows: string[][] = [];
  let cells = 0;
  let isBroken = false;
  Papa.parse<string[]>(text, {
    newline: "\n",
    ...options,
    step: ({ data, errors }, parser) => {
      isBroken ||= errors.some(({ code }) => code === "MissingQuotes");
      if (isBroken) parser.abort();
      cells += data.length;
      if (cells > MAX_CELLS) throw createBadListError("large");
      const last = data.findLastIndex((cell) => cell.trim() !== "");
      if (last >= 0) rows.push(data.slice(0, last + 1));
      if (rows.length > MAX_TABLE_ROWS) throw createBadListError("many");
    },
  });
  return isBroken ? undefined : rows;
}
