import { parseMobileNumber } from "#lib/core/text/parse-mobile-number";
import type { TableLayout } from "./find-columns.ts";
import type { ColumnChoice, ColumnRole, ListPurpose } from "./headings.ts";
import { isNumberAttempt, isNumberCell, splitNumbers } from "./number-cell.ts";
import { addUnit, hasSize, isPlanText } from "./plan-words.ts";
import { type Country, createRow, type ListRow, readLine } from "./read-line.ts";
import { toPurpose } from "./read-lines.ts";
import type { Scope } from "./reading.ts";

const TOTAL =
  /^(?:(?:grand|sub|net)[ -]?)?(?:total|totals|totaux|sum|summe|somme|soma|gesamt|jimla|jumla|apapo|lapapo)\b/i;

export function readTable(
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
