import { type ColumnChoice, findNamePart, type ListPurpose, scoreHeading } from "./headings.ts";
import { type ColumnStats, isMostly, isSerial } from "./measure-columns.ts";
import { cleanCell } from "./sheet.ts";

/** The plan of most rows without headings, for the sentence that shows it; each row is read for itself. */
export function chooseBareOthers(
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

export function chooseHeadedOthers(
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
