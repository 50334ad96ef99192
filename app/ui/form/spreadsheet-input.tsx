import { Input } from "./input.tsx";

/** An input for a spreadsheet of at most 5,000 rows; `columns` describes a row. */
export function SpreadsheetInput({ columns }: { columns: string }) {
  return (
    <Input
      label="Spreadsheet"
      name="file"
      type="file"
      required
      accept=".xlsx,.csv,.txt,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
      hint={`XLSX or CSV, at most 5,000 rows: ${columns}.`}
      className="py-2"
    />
  );
}
