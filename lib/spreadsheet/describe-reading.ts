import { pluralise } from "#lib/core/text/pluralise";
import { COLUMN_ROLES, type ColumnRole } from "./headings.ts";
import type { Reading } from "./reading.ts";

export const ROLE_LABELS: Record<ColumnRole, string> = {
  number: "Number",
  network: "Network",
  plan: "Plan",
  name: "Name",
  note: "Note",
  sellingPrice: "Customer pays",
};

/** Names a column as spreadsheet programs do: 0 is "A", 26 is "AA". */
export function nameColumn(at: number): string {
  const rest = Math.floor(at / 26);
  return (rest > 0 ? nameColumn(rest - 1) : "") + String.fromCharCode(65 + (at % 26));
}

const nameColumns = (places: readonly number[]) =>
  `${places.length === 1 ? "column" : "columns"} ${places.map(nameColumn).join(", ")}`;

/** Says in a line which column was taken for what; empty for free text, which has no columns. */
export function summariseReading({ choice, isText, sheet, sheets }: Reading): string {
  const roles = COLUMN_ROLES.flatMap((role) => {
    const places = choice[role] ?? [];
    return places.length > 0 ? [`${ROLE_LABELS[role]}: ${nameColumns(places)}.`] : [];
  });
  const name = sheets[sheet] ?? "";
  return [...(isText ? [] : roles), ...(name ? [`Sheet: ${name}.`] : [])].join(" ");
}

/** Lists the rows and cells that were left out or filled in, a sentence for each kind. */
export function listReadingNotes(reading: Reading): string[] {
  const { left, mergedCells, openFormulas, mayHideRows, sheet, sheets } = reading;
  const otherSheets = sheets.filter((name, at) => at !== sheet && name !== "");
  const count = (many: number, singular: string, plural: string) =>
    many > 0 ? [pluralise(many, singular, plural)] : [];
  return [
    ...count(left.hiddenRows, "hidden row left out.", "hidden rows left out."),
    ...count(left.hiddenColumns, "hidden column left out.", "hidden columns left out."),
    ...count(left.totals, "row of totals left out.", "rows of totals left out."),
    ...count(left.withoutNumber, "row without a number left out.", "rows without a number left out."),
    ...count(mergedCells, "merged cell holds for all its rows.", "merged cells hold for all their rows."),
    ...(openFormulas > 0
      ? ["Formulas without a value: open the file in a spreadsheet program, save it and upload it again."]
      : []),
    ...(mayHideRows
      ? ["This kind of file doesn’t say which rows are hidden, so they are here too. XLSX leaves them out."]
      : []),
    ...(otherSheets.length > 0
      ? [`${otherSheets.length === 1 ? "Sheet" : "Sheets"} left out: ${otherSheets.join(", ")}.`]
      : []),
  ];
}
