import { parseMobileNumber } from "#lib/core/text/parse-mobile-number";
import { isOtherNumber, type ListPurpose, scoreHeading } from "./headings.ts";
import { type ColumnStats, isMostly } from "./measure-columns.ts";
import { isNumberAttempt, isNumberCell } from "./number-cell.ts";
import { cleanCell } from "./sheet.ts";

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

export function chooseHeaded(
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
export function chooseBare(
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
