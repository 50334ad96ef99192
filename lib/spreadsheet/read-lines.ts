import { isEndOfFile } from "#lib/core/list/end-of-file";
import type { ListPurpose } from "./headings.ts";
import { hasSize, splitPlan } from "./plan-words.ts";
import { type Country, createRow, isChat, type ListRow, readLine } from "./read-line.ts";
import type { Scope } from "./reading.ts";
import { cleanCell, type Sheet } from "./sheet.ts";

/** Reads free text, a line after the other; a list without any number keeps its lines, to be corrected. */
export function readLines(
  sheet: Sheet,
  table: readonly string[][],
  { country, purpose, left }: Scope,
): ListRow[] {
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
export const toPurpose = (rows: readonly ListRow[], purpose: ListPurpose): ListRow[] =>
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
