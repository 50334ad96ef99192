import { PortalError } from "#lib/core/error";
import { parsePhone } from "#lib/core/phone";

/** One line of a list as it was written. */
export interface Line {
  number: string;
  /** A plan's id, or words such as "1GB MTN monthly"; empty where the line names none. */
  plan: string;
  note: string;
  /** What the customer pays; empty where the line does not say. */
  retail?: string;
}

/** What can be wrong with a list as a whole. */
export const BAD_LISTS = {
  empty: "There are no numbers in it.",
  many: "A list has at most 5,000 rows. Split it.",
  large: "This file is too large. Keep only the list in it: at most 2 MB.",
  unreadable: "This is no list that can be read. Save it as XLSX or CSV.",
  busy: "Too many lists at once. Wait a minute, then send this list again.",
} as const;

/** The refusal of a whole list. */
export const badList = (what: keyof typeof BAD_LISTS, cause?: unknown) =>
  new PortalError("invalid", BAD_LISTS[what], { cause });

/** The most rows of a list. */
export const MOST_ROWS = 5_000;

/** A row more than a list may have, for its heads. */
const MAX_TABLE_ROWS = MOST_ROWS + 1;
const MAX_CELLS = 26 * MOST_ROWS;

/** The most characters of each, beyond which it is cut. */
const LONGEST: Required<Record<keyof Line, number>> = { number: 40, plan: 100, note: 200, retail: 30 };

/**
 * Reads what was pasted, or a CSV file: a line for each number, with its plan, a note and what the customer pays behind
 * commas, semicolons or tabs, in this order or under heads that say otherwise. @throws invalid when there is nothing, or too much.
 */
export function readText(text: string): Line[] {
  return readCells(tableOf(text));
}

/** The cells of what was pasted, or of a CSV file, without empty lines. @throws invalid when there is too much. */
export function tableOf(text: string): string[][] {
  return cellsOf(text.replace(/^\uFEFF/, ""));
}

/** Reads a table. @throws invalid as `readText` does. */
export function readCells(table: Table, country?: string): Line[] {
  return readRows(table, HEADS, underHeads, (row) => inOrder(row, country)).map(
    ({ number, plan, note, retail = "" }) => ({
      number: number.slice(0, LONGEST.number),
      plan: plan.slice(0, LONGEST.plan),
      note: note.slice(0, LONGEST.note),
      retail: retail.slice(0, LONGEST.retail),
    }),
  );
}

export type Table = readonly (readonly string[])[];

/** Which column is which: their number, by the name of what stands there. */
export type Heads<H extends string> = Partial<Record<H, number>>;

/**
 * Reads the rows of a table: by the heads of its columns where its first row has some, the number's among them; else each
 * by the order of its cells. @throws invalid when there is nothing, or too much.
 */
export function readRows<H extends string, L>(
  table: Table,
  heads: readonly (readonly [H | "number", RegExp])[],
  underHeads: (heads: Heads<H | "number">, row: readonly string[]) => L,
  inOrder: (row: readonly string[]) => L[],
): L[] {
  const filled = table.map((row) => row.map(cleaned)).filter((row) => row.some(Boolean));
  const found = headsOf(filled[0] ?? [], heads);
  const rows = found ? filled.slice(1) : filled;
  // Counted first: finding numbers among words is slow.
  if (rows.length > MOST_ROWS) throw badList("many");
  const lines: L[] = [];
  for (const row of rows) {
    for (const line of found ? [underHeads(found, row)] : inOrder(row)) lines.push(line);
    if (lines.length > MOST_ROWS) throw badList("many");
  }
  if (lines.length === 0) throw badList("empty");
  return lines;
}

/** Without what nobody sees, nor the apostrophe by which spreadsheets and our own files say that it is text. */
function cleaned(cell: string): string {
  return cell
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ")
    .trim()
    .replace(/^'/, "");
}

/** The cells of lines; those in quotes may hold separators, line ends and doubled quotes. */
function cellsOf(text: string): string[][] {
  const separator = ["\t", ";", ",", "|"].find((one) => firstLine(text).includes(one)) ?? ",";
  const table: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let cells = 0;
  let quoted = false;
  const endCell = () => {
    cells += 1;
    if (cells > MAX_CELLS) throw badList("large");
    row.push(cell);
    cell = "";
  };
  const endRow = () => {
    if (row.length === 0 && cell === "") return;
    endCell();
    if (row.some((one) => one.trim() !== "")) table.push(row);
    if (table.length > MAX_TABLE_ROWS) throw badList("many");
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

type Head = keyof Line | "network";
const HEADS: readonly (readonly [Head, RegExp])[] = [
  ["number", /number|phone|mobile|msisdn|recipient/i],
  ["network", /network/i],
  // A bare "price" may be the reseller's own, as in the files of lists.
  ["retail", /retail|sold|selling|customer (pays|price)/i],
  ["plan", /plan|bundle|package|product|data/i],
  ["note", /note|name|remark|comment|customer/i],
];

/** Which column is which, if the first line says so. */
function headsOf<H extends string>(
  row: readonly string[],
  known: readonly (readonly [H | "number", RegExp])[],
): Heads<H | "number"> | undefined {
  const heads: Heads<H | "number"> = {};
  for (const [name, pattern] of known) {
    const at = row.findIndex((cell, n) => pattern.test(cell) && !Object.values(heads).includes(n));
    if (at >= 0) heads[name] = at;
  }
  return heads.number !== undefined && !row.some(looksLikeNumber) ? heads : undefined;
}

function underHeads(heads: Heads<Head>, row: readonly string[]): Line {
  return {
    number: cellUnder(heads, row, "number"),
    plan: planUnder(heads, row),
    note: cellUnder(heads, row, "note"),
    retail: cellUnder(heads, row, "retail"),
  };
}

export function cellUnder<H extends string>(heads: Heads<H>, row: readonly string[], name: H): string {
  return row[heads[name] ?? -1] ?? "";
}

/** The words for a plan: also its network's, where that has a column of its own. */
export function planUnder(heads: Heads<"network" | "plan">, row: readonly string[]): string {
  const network = cellUnder(heads, row, "network");
  const plan = cellUnder(heads, row, "plan").replace(/^(?=\d+$)/, network && "#");
  return `${network} ${plan}`.trim();
}

/** Number, plan, note and what the customer pays; a line may also be several numbers. */
function inOrder(row: readonly string[], country?: string): Line[] {
  const cells = row.filter(Boolean);
  if (cells.every(looksLikeNumber)) return cells.map((number) => ({ number, plan: "", note: "" }));
  const [number = "", plan = "", ...notes] = row;
  if (row.slice(1).some(Boolean)) {
    const retail = notes.length === 2 && looksLikeMoney(notes[1]) ? notes.pop() : "";
    return [{ number, plan, note: notes.filter(Boolean).join(" "), retail: retail ?? "" }];
  }
  return apart(number, country);
}

/** "0803 123 4567 1GB MTN": the number is as many words as make one, and what follows is its plan, or more numbers. */
function apart(text: string, country?: string): Line[] {
  const words = text.split(/\s+/);
  const lines: Line[] = [];
  for (let at = 0; at < words.length; ) {
    const count = [6, 5, 4, 3, 2, 1].find((many) =>
      parsePhone(words.slice(at, at + many).join(" "), country),
    );
    if (count === undefined || lines.length > MOST_ROWS) {
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

export function looksLikeNumber(cell: string): boolean {
  const digits = cell.replaceAll(/[\s().+-]/g, "");
  return /^\d{7,15}$/.test(digits);
}
