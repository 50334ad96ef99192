import { foldPhoneSigns, toBarePhone } from "#lib/core/text/bare-phone";
import { parseMobileNumber } from "#lib/core/text/parse-mobile-number";
import { type ColumnRole, countHeadings, findNamePart, isOtherNumber, scoreHeading } from "./headings.ts";
import { addUnit, hasSize, isPlanText } from "./plan-words.ts";
import { cleanCell } from "./sheet.ts";

/** The use of a list: of several numbers of a person, a purchase needs one; each is a customer. */
export type ListPurpose = "batch" | "customers";

export type ColumnChoice = Partial<Record<ColumnRole, readonly number[]>>;

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

interface ColumnStats {
  at: number;
  heading: string;
  filled: number;
  /** Cells that are mobile numbers, that look like one, a size, a date, and that have letters. */
  numbers: number;
  attempts: number;
  sizes: number;
  /** Cells of which all words name a plan, and that may be the id of one. */
  plans: number;
  ids: number;
  dates: number;
  words: number;
}

const HEADING_ROWS = 10;
const SAMPLE_ROWS = 500;
const DATE = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:[ T].*)?$/;

/** Splits a cell that holds several numbers, as address books write them. */
export const splitNumbers = (cell: string): string[] =>
  cell
    .split(/\s*(?::::|[/;,&|]|\b(?:or|and|ou|et|e|y)\b)\s*/i)
    .map((part) => part.trim())
    .filter(Boolean);

/** Whether a cell holds nothing but mobile numbers. */
export function isNumberCell(cell: string, country: string): boolean {
  if (cell.replaceAll(/\P{Nd}/gu, "").length < 7) return false;
  if (parseMobileNumber(cell, country)) return true;
  const parts = splitNumbers(cell);
  return parts.length > 1 && parts.every((part) => parseMobileNumber(part, country));
}

/** Whether a cell was meant as a number: 7 to 15 digits, or one that a spreadsheet shortened. */
export const isNumberAttempt = (cell: string): boolean =>
  !DATE.test(cell) &&
  (/^\+?\d{7,17}$/.test(toBarePhone(cell, "") ?? "") ||
    /^\+?\d[.,]\d+E\+?\d+$/i.test(cell) ||
    splitNumbers(foldPhoneSigns(cell)).every((part) =>
      /^\d{7,17}$/.test(part.replaceAll(/[\s().+_-]/g, "")),
    ));

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

function measureColumns(
  rows: readonly (readonly string[])[],
  head: readonly string[],
  country: string,
): ColumnStats[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), head.length);
  return Array.from({ length: width }, (_, at) => {
    const cells = rows.map((row) => cleanCell(row[at] ?? "")).filter(Boolean);
    const count = (matches: (cell: string) => boolean) => cells.filter(matches).length;
    return {
      at,
      heading: cleanCell(head[at] ?? ""),
      filled: cells.length,
      numbers: count((cell) => isNumberCell(cell, country)),
      attempts: count((cell) => isNumberCell(cell, country) || isNumberAttempt(cell)),
      sizes: count((cell) => hasSize(addUnit(cell, head[at] ?? ""))),
      ids: count((cell) => /^#?\d{1,6}$/.test(cell)),
      plans: count((cell) => hasSize(cell) && isPlanText(cell)),
      dates: count((cell) => DATE.test(cell)),
      words: count((cell) => /\p{L}{2}/u.test(cell)),
    };
  });
}

const isMostly = (count: number, { filled }: ColumnStats): boolean => filled > 0 && count * 2 >= filled;

interface NumberChoice {
  columns: readonly number[];
  candidates: readonly number[];
  isEach: boolean;
}

const ask = (columns: readonly ColumnStats[]): NumberChoice => ({
  columns: [],
  candidates: columns.map(({ at }) => at),
  isEach: false,
});
const choose = (columns: readonly ColumnStats[]): NumberChoice => ({
  columns: columns.map(({ at }) => at),
  candidates: [],
  isEach: false,
});

function chooseHeaded(
  rows: readonly (readonly string[])[],
  stats: readonly ColumnStats[],
  country: string,
  purpose: ListPurpose,
): NumberChoice | undefined {
  const rated = stats.map((column) => ({ column, score: scoreHeading("number", column.heading) }));
  const named = rated.filter(
    ({ column, score }) => score >= 2 && (isMostly(column.attempts, column) || column.filled === 0),
  );
  const filled = named.filter(({ column }) => column.filled > 0);
  // An address book's "Home" beside its "Mobile" has numbers of customers, too.
  const further = rated.filter(
    ({ column, score }) =>
      purpose === "customers" &&
      score === 1 &&
      !isOtherNumber(column.heading) &&
      isMostly(column.numbers, column),
  );
  if (filled.length > 0) return chooseNamed(rows, [...filled, ...further], country, purpose);
  const bare = rated.filter(
    ({ column, score }) => score < 2 && !isOtherNumber(column.heading) && isMostly(column.numbers, column),
  );
  const best = Math.max(...bare.map(({ score }) => score));
  const top = bare.filter(({ score }) => score === best).map(({ column }) => column);
  if (top.length === 1) return choose(top);
  if (top.length > 1) return purpose === "customers" ? choose(top) : ask(top);
  const unlikely = stats.filter(
    (column) => isOtherNumber(column.heading) && isMostly(column.numbers, column),
  );
  if (unlikely.length > 0) return ask(unlikely);
  const fallback = rated
    .filter(({ score }) => score >= 2)
    .sort((a, b) => b.score - a.score)
    .map(({ column }) => column);
  return fallback[0] ? choose(fallback.slice(0, 1)) : undefined;
}

function chooseNamed(
  rows: readonly (readonly string[])[],
  named: readonly { column: ColumnStats; score: number }[],
  country: string,
  purpose: ListPurpose,
): NumberChoice {
  const columns = named.map(({ column }) => column);
  if (purpose === "customers" || columns.length === 1) return choose(columns);
  // Of several numbers of a person, the purchase is for one: the only one of each row, or that of the best heading.
  const hasTwo = rows.some((row) => {
    const numbers = columns
      .map(({ at }) => parseMobileNumber(cleanCell(row[at] ?? ""), country))
      .filter(Boolean);
    return new Set(numbers).size > 1;
  });
  if (!hasTwo) return choose(columns);
  const best = Math.max(...named.map(({ score }) => score));
  const top = named.filter(({ score }) => score === best).map(({ column }) => column);
  return top.length === 1 ? choose(top) : ask(columns);
}

/** Without headings, the number is the cell that is a mobile number, wherever it stands. */
function chooseBare(
  rows: readonly (readonly string[])[],
  stats: readonly ColumnStats[],
  country: string,
): NumberChoice | undefined {
  const cells = rows.map((row) => row.map(cleanCell).filter(Boolean)).filter((row) => row.length > 0);
  const widths = new Set(cells.map((row) => row.length));
  const isAllNumbers = cells.every((row) =>
    row.every((cell) => isNumberCell(cell, country) || isNumberAttempt(cell)),
  );
  const most = Math.max(0, ...widths);
  // Several numbers in a line are as many rows only where the lines differ: else they are columns.
  if (
    most > 1 &&
    isAllNumbers &&
    (widths.size > 1 || cells.length === 1) &&
    stats.filter(({ numbers }) => numbers > 0).length > 1
  )
    return { ...choose(stats), isEach: true };
  const numbers = stats.filter((column) => column.numbers > 0 && isMostly(column.attempts, column));
  if (numbers.length === 1) return choose(numbers);
  if (numbers.length > 1) {
    const hasTwo = rows.some(
      (row) => numbers.filter(({ at }) => isNumberCell(cleanCell(row[at] ?? ""), country)).length > 1,
    );
    return hasTwo ? ask(numbers) : choose(numbers);
  }
  const attempts = stats.filter((column) => column.attempts > 0 && isMostly(column.attempts, column));
  if (attempts.length > 1) return ask(attempts);
  return attempts[0] ? choose(attempts) : undefined;
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

/** The plan of most rows without headings, for the sentence that shows it; each row is read for itself. */
function chooseBareOthers(
  stats: readonly ColumnStats[],
  numbers: readonly number[],
  purpose: ListPurpose,
  rows: readonly (readonly string[])[],
): ColumnChoice {
  const otherColumns = stats.filter(
    (column) => !numbers.includes(column.at) && column.filled > 0 && !isSerial(rows, column),
  );
  const after = otherColumns.filter(
    (column) =>
      numbers.length === 1 &&
      column.at > (numbers[0] ?? -1) &&
      !isMostly(column.attempts, column) &&
      !isMostly(column.dates, column),
  );
  const sized = otherColumns.find((column) => isMostly(column.sizes, column));
  const plan =
    otherColumns.find((column) => isMostly(column.plans, column)) ??
    (purpose === "batch" ? after.find((column) => isMostly(column.ids, column)) : undefined) ??
    sized ??
    (purpose === "batch" ? after[0] : otherColumns[1]);
  const names = otherColumns.filter((column) => column !== plan && isMostly(column.words, column));
  return {
    ...(plan && { plan: [plan.at] }),
    ...(names[0] && (purpose === "batch" ? { note: names.map(({ at }) => at) } : { name: [names[0].at] })),
  };
}

/** Whether a column counts the rows: 1, 2, 3 … */
export function isSerial(rows: readonly (readonly string[])[], { at }: { at: number }): boolean {
  const cells = rows.map((row) => cleanCell(row[at] ?? "")).filter((cell) => /^\d{1,4}[.)]?$/.test(cell));
  if (cells.length < 2 || cells.length * 2 < rows.length) return false;
  return cells.every(
    (cell, n) => n === 0 || Number.parseInt(cell, 10) === Number.parseInt(cells[n - 1] ?? "", 10) + 1,
  );
}

function chooseHeadedOthers(
  rows: readonly (readonly string[])[],
  start: number,
  otherColumns: readonly ColumnStats[],
): ColumnChoice {
  const left = new Set(otherColumns);
  const best = (rate: (column: ColumnStats) => number): ColumnStats | undefined => {
    const [top] = [...left]
      .map((column) => ({ column, score: rate(column) }))
      .sort((a, b) => b.score - a.score);
    if (!top || top.score <= 0) return undefined;
    left.delete(top.column);
    return top.column;
  };
  const isEmpty = ({ filled }: ColumnStats) => filled === 0;
  const network = best((column) =>
    scoreHeading("network", column.heading) >= 2 ? scoreHeading("network", column.heading) : 0,
  );
  const sellingPrice = best((column) => (scoreHeading("sellingPrice", column.heading) >= 2 ? 1 : 0));
  const planScore = (column: ColumnStats): number => {
    const score = scoreHeading("plan", column.heading);
    if (isEmpty(column) || isMostly(column.dates, column)) return 0;
    if (isMostly(column.sizes, column)) return score + 3;
    return score >= 2 ? score : 0;
  };
  const plan = best(planScore);
  // "SME" in one column and "1GB" in another are a plan together.
  const isSecond = (column: ColumnStats) =>
    scoreHeading("plan", column.heading) >= 2 &&
    isMostly(column.words, column) &&
    plan !== undefined &&
    isMostly(column.sizes, column) !== isMostly(plan.sizes, plan);
  const second = best((column) => (isSecond(column) ? planScore(column) : 0));
  const plans = [plan, second].flatMap((column) => (column ? [column.at] : [])).sort((a, b) => a - b);
  const parts = [...left]
    .flatMap((column) => {
      const part = findNamePart(column.heading);
      return part === undefined || isEmpty(column) ? [] : [{ column, part }];
    })
    .sort((a, b) => a.part - b.part);
  for (const { column } of parts) left.delete(column);
  const nameScore = (column: ColumnStats): number => {
    const score = scoreHeading("name", column.heading);
    return isMostly(column.words, column) ? score : 0;
  };
  const whole = best(nameScore);
  const note = best((column) => (scoreHeading("note", column.heading) >= 2 && !isEmpty(column) ? 1 : 0));
  const names = joinNameColumns(
    rows.slice(start),
    whole,
    parts.map(({ column }) => column),
  );
  return {
    ...(network && { network: [network.at] }),
    ...(plans.length > 0 && { plan: plans }),
    ...(names.length > 0 && { name: names }),
    ...(note && { note: [note.at] }),
    ...(sellingPrice && { sellingPrice: [sellingPrice.at] }),
  };
}

/** The whole name where it has the parts in it; else the parts, in the order in which they are said. */
function joinNameColumns(
  rows: readonly (readonly string[])[],
  whole: ColumnStats | undefined,
  parts: readonly ColumnStats[],
): number[] {
  const places = parts.map(({ at }) => at);
  if (!whole) return places;
  if (parts.length === 0) return [whole.at];
  const isWhole = rows.every((row) => {
    const name = cleanCell(row[whole.at] ?? "");
    return parts.every(({ at }) => name.includes(cleanCell(row[at] ?? "")));
  });
  if (isWhole) return [whole.at];
  // "Nom" beside "Prénom" is the family's name.
  return /^nom$/i.test(whole.heading) ? [...places, whole.at] : [whole.at, ...places];
}
