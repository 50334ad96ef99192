import { isEndOfFile } from "#lib/core/list/end-of-file";
import { createPhoneRule } from "#lib/core/text/create-phone-rule";
import { parseMobileNumber } from "#lib/core/text/parse-mobile-number";
import { createBadListError, MAX_ROWS } from "./bad-list.ts";
import {
  type ColumnChoice,
  findColumns,
  isNumberAttempt,
  isNumberCell,
  type ListPurpose,
  splitNumbers,
  type TableLayout,
} from "./find-columns.ts";
import type { ColumnRole } from "./headings.ts";
import { addUnit, hasSize, isPlanText, splitPlan } from "./plan-words.ts";
import { type Country, createRow, isChat, type ListRow, readLine } from "./read-line.ts";
import { cleanCell, type Sheet } from "./sheet.ts";

/** The sheet and the columns that a list was read from, for the person who checks it. */
export interface Reading {
  /** The sheet's place among the shown ones, and all their names; one empty name for a text. */
  sheet: number;
  sheets: readonly string[];
  /** Whether it is free text, without columns. */
  isText: boolean;
  /** The heading and an example of each column. */
  columns: readonly { heading: string; example: string }[];
  choice: ColumnChoice;
  /** Columns of which a person has to choose the number's before there are rows. */
  candidates: readonly number[];
  /** Rows and cells that were left out or filled in. */
  left: {
    hiddenRows: number;
    hiddenColumns: number;
    totals: number;
    /** Rows without a number or a plan, such as titles, greetings and notices of a chat. */
    withoutNumber: number;
  };
  mergedCells: number;
  openFormulas: number;
  mayHideRows: boolean;
}

/** A person's choice of sheet and columns. */
export interface ListChoice {
  sheet: number;
  columns?: ColumnChoice | undefined;
}

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

interface Scope {
  country: Country;
  purpose: ListPurpose;
  left: Reading["left"];
}

/** Reads free text, a line after the other; a list without any number keeps its lines, to be corrected. */
function readLines(sheet: Sheet, table: readonly string[][], { country, purpose, left }: Scope): ListRow[] {
  const lines = (sheet.kind === "text" ? sheet.rows : table).map((row) => row.filter(Boolean).join(", "));
  const read = readUnderPlans(
    lines.map((line) => (isEndOfFile([line]) ? "" : line)),
    country,
  );
  const hasNumbers = read.some((rows) =>
    rows?.some(({ number }) => number.replaceAll(/\P{Nd}/gu, "").length >= 7),
  );
  if (!hasNumbers) return lines.map((line) => createRow({ number: cleanCell(line) }));
  left.withoutNumber = read.filter((rows) => rows === undefined).length;
  const rows = read.flatMap((some) => some ?? []);
  return toPurpose(rows, purpose);
}

/** The words beside a number are a customer's name, and a purchase's note. */
const toPurpose = (rows: readonly ListRow[], purpose: ListPurpose): ListRow[] =>
  rows.map((row) => (purpose === "batch" ? { ...row, name: "", note: row.name } : row));

/**
 * Reads lines, where one with nothing but a plan stands above the numbers it is for: "MTN 1GB", then numbers.
 * Or each below its number, in turn. In a chat both come in any order.
 */
function readUnderPlans(lines: readonly string[], country: Country): (ListRow[] | undefined)[] {
  const read = lines.map((line) => (line === "" ? [] : readLine(line, country)));
  const plans = lines.map((line, n) => (read[n] === undefined ? findPlanAlone(line) : undefined));
  // A number, its plan, the next number, its plan.
  const isBelow =
    read.length > 1 &&
    read.every((rows, n) => (n % 2 === 0 ? rows?.length === 1 && !rows[0]?.plan : plans[n]));
  if (isBelow && !isChat(lines.join("\n")))
    return read.map((rows, n) =>
      n % 2 === 0 ? rows?.map((row) => ({ ...row, plan: plans[n + 1] ?? "" })) : [],
    );
  const firstPlan = plans.findIndex(Boolean);
  const isAbove = firstPlan >= 0 && read.slice(0, firstPlan).every((rows) => !rows?.length);
  if (!isAbove || isChat(lines.join("\n"))) return read;
  let heading = "";
  return read.map((rows, n) => {
    heading = plans[n] ?? heading;
    return plans[n] ? [] : rows?.map((row) => ({ ...row, plan: row.plan || heading }));
  });
}

/** Returns a line's plan, where it has a size and no other words. */
function findPlanAlone(line: string): string | undefined {
  const { plan, other } = splitPlan(cleanCell(line).replace(/[:.]+$/, ""));
  return hasSize(plan) && other === "" ? plan : undefined;
}

const TOTAL =
  /^(?:(?:grand|sub|net)[ -]?)?(?:total|totals|totaux|sum|summe|somme|soma|gesamt|jimla|jumla|apapo|lapapo)\b/i;

function readTable(
  table: readonly string[][],
  { layout, columns, isChosen }: { layout: TableLayout; columns: ColumnChoice; isChosen: boolean },
  scope: Scope,
): ListRow[] {
  const { left, purpose, country } = scope;
  const head = table[layout.head ?? -1];
  const rows: ListRow[] = [];
  left.withoutNumber += layout.head === null ? layout.first : 0;
  for (const row of table.slice(layout.first)) {
    const numbers = pickNumbers(row, columns.number ?? [], scope, layout.isEachNumber);
    const isRepeatedHead = head !== undefined && row.join("\n") === head.join("\n");
    const digits = Math.max(0, ...numbers.map((cell) => cell.replaceAll(/\P{Nd}/gu, "").length));
    const hasNumber = digits > 0;
    const isTotal =
      digits < 7 && row.some((cell) => TOTAL.test(cell.normalize("NFD").replaceAll(/\p{M}/gu, "")));
    if (isRepeatedHead || isTotal) {
      left[isTotal ? "totals" : "withoutNumber"] += 1;
      continue;
    }
    const isBare = layout.head === null && !isChosen;
    const fields = isBare
      ? readBareRow(row, numbers, columns, purpose)
      : readChosen(row, columns, purpose, head ?? []);
    const within = isBare && !hasNumber ? readLine(row.filter(Boolean).join(", "), country) : undefined;
    if (within) {
      rows.push(...toPurpose(within, purpose));
      continue;
    }
    if (!hasNumber && (purpose === "customers" || fields.plan === "")) {
      left.withoutNumber += 1;
      continue;
    }
    for (const number of numbers.length > 0 ? numbers : [""])
      rows.push(createRow({ ...fields, number: findOnlyNumber(number, country) }));
  }
  return rows;
}

/** The numbers of a row: each of a customer's, and the one that a purchase is for. */
function pickNumbers(
  row: readonly string[],
  columns: readonly number[],
  { country, purpose }: Scope,
  isEach: boolean,
): string[] {
  const cells = columns.map((at) => row[at] ?? "").filter(Boolean);
  if (isEach) return cells;
  if (purpose === "batch") return [cells.find((cell) => isNumberCell(cell, country.code)) ?? cells[0] ?? ""];
  const likely = cells.filter((cell) => isNumberCell(cell, country.code) || isNumberAttempt(cell));
  const numbers = (likely.length > 0 ? likely : cells.slice(0, 1)).flatMap((cell) =>
    !parseMobileNumber(cell, country.code) && isNumberCell(cell, country.code) ? splitNumbers(cell) : [cell],
  );
  const seen = new Set<string>();
  return numbers.filter((number) => {
    const phone = parseMobileNumber(number, country.code) ?? number;
    if (seen.has(phone)) return false;
    seen.add(phone);
    return true;
  });
}

/** "0803 123 4567 (MTN)" is the number in it, if it is the only one. */
function findOnlyNumber(cell: string, country: Country): string {
  if (cell === "" || !/\p{L}/u.test(cell) || isNumberAttempt(cell)) return cell;
  const rows = readLine(cell, country);
  const [row] = rows ?? [];
  return rows?.length === 1 && row && parseMobileNumber(row.number, country.code) ? row.number : cell;
}

function readChosen(
  row: readonly string[],
  columns: ColumnChoice,
  purpose: ListPurpose,
  head: readonly string[],
): Omit<ListRow, "number"> {
  const join = (role: ColumnRole) =>
    (columns[role] ?? [])
      .map((at) => (role === "plan" ? addUnit(row[at] ?? "", head[at] ?? "") : (row[at] ?? "")))
      .filter(Boolean)
      .join(" ");
  const network = join("network");
  const plan = join("plan").replace(/^(?=\d+$)/, network && "#");
  const [name, note] = [join("name"), join("note")];
  return {
    plan: `${network} ${plan}`.trim(),
    name: purpose === "batch" ? "" : name,
    note: purpose === "batch" ? [name, note].filter(Boolean).join(" ") : note,
    sellingPrice: join("sellingPrice"),
  };
}

/**
 * Reads a row without headings: the plan is in its usual column, else the cell with a size, else the one behind
 * the number; the others are note or name. As a fourth cell, an amount is what the customer pays.
 */
function readBareRow(
  row: readonly string[],
  numbers: readonly string[],
  columns: ColumnChoice,
  purpose: ListPurpose,
): Omit<ListRow, "number"> {
  if (numbers.length > 1) return createRow({ number: "" });
  const at = row.findIndex((cell, n) => columns.number?.includes(n) && numbers.includes(cell));
  const cells = row
    .map((cell, n) => ({ cell, n }))
    .filter(({ cell, n }) => n !== at && !(n < at && /^\d{1,4}[.)]?$/.test(cell)));
  const filled = cells.filter(({ cell }) => cell !== "");
  const plan =
    filled.find(({ n }) => columns.number?.length === 1 && n === columns.plan?.[0]) ??
    filled.find(({ cell }) => hasSize(cell)) ??
    (purpose === "batch"
      ? filled.find(({ cell, n }) => n > at && !/^\d{7,}$/.test(cell))
      : filled.slice(1).find(({ n }) => n > 0));
  // A network or a plan type in a cell of its own belongs to the plan.
  const plans = filled.filter((cell) => cell === plan || (plan && isPlanText(cell.cell)));
  const rest = cells.filter((cell) => !plans.includes(cell));
  const isPriced = purpose === "batch" && rest.length === 2 && isMoney(rest[1]?.cell);
  const sellingPrice = isPriced ? (rest.pop()?.cell ?? "") : "";
  const words = rest.map(({ cell }) => cell).filter(Boolean);
  const [name = "", ...notes] = purpose === "batch" ? ["", ...words] : words;
  return { plan: plans.map(({ cell }) => cell).join(" "), name, note: notes.join(" "), sellingPrice };
}

const isMoney = (cell = "") => /^\D{0,4}\d[\d,]*(\.\d+)?$/.test(cell);

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
