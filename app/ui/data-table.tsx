import type { ReactNode } from "react";
import { cx } from "./cx.ts";

/** Where a column stands on a phone, where each row is two lines; a column without a place shows on desktop only. */
const PHONE = {
  lead: "max-md:[grid-area:lead] max-md:pr-3",
  title: "max-md:[grid-area:title] max-md:font-medium max-md:truncate",
  note: "max-md:[grid-area:note] max-md:text-muted max-md:text-sm max-md:truncate",
  value: "max-md:[grid-area:value] max-md:pl-2 max-md:text-right max-md:font-semibold",
  state:
    "max-md:[grid-area:state] max-md:justify-self-end max-md:pl-2 max-md:**:data-badge:bg-transparent max-md:**:data-badge:p-0",
} as const;

/** Laid out as a grid on a phone, a table loses its own roles in some browsers: they are said again. */
const ROLE = {
  table: { role: "table" },
  body: { role: "rowgroup" },
  row: { role: "row" },
  head: { role: "columnheader" },
  cell: { role: "cell" },
} as const;

const FROM = { md: "", lg: "md:max-lg:hidden", xl: "md:max-xl:hidden", never: "md:hidden" } as const;

export interface Column<T> {
  key: string;
  head: ReactNode;
  cell: (row: T) => ReactNode;
  /** Figures go to the end. */
  align?: "start" | "end";
  phone?: keyof typeof PHONE;
  /** The narrowest desktop that shows it; `never` is for what a desktop shows in another column. */
  from?: keyof typeof FROM;
  /** Keeps the head for screen readers only. */
  headHidden?: boolean;
}

interface Props<T> {
  /** What the rows are, for screen readers: "Purchases". */
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string | number;
  /** Less air, for admins. */
  dense?: boolean;
}

/**
 * A list that is a table on a desktop and two-line rows on a phone, from one markup.
 * For a row that leads somewhere, put a `<Link className="stretched">` in its title cell.
 */
export function DataTable<T>({ caption, columns, rows, rowKey, dense }: Props<T>) {
  return (
    <div className="border-line border-y bg-surface max-md:-mx-4 md:overflow-x-auto md:rounded-lg md:border">
      <table {...ROLE.table} className="w-full border-collapse max-md:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="max-md:sr-only">
          <tr {...ROLE.row}>
            {columns.map((column) => (
              <th
                key={column.key}
                {...ROLE.head}
                scope="col"
                className={cx(
                  "whitespace-nowrap px-3 py-2.5 text-left font-medium text-muted text-sm first:pl-5 last:pr-5",
                  column.align === "end" && "text-right",
                  column.from && FROM[column.from],
                )}
              >
                {column.headHidden ? <span className="sr-only">{column.head}</span> : column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...ROLE.body} className="divide-y divide-line max-md:block md:border-line md:border-t">
          {rows.map((row) => (
            <DataRow key={rowKey(row)} row={row} columns={columns} dense={dense} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const ROW = [
  "relative has-[a.stretched:hover]:bg-sunken/60",
  "max-md:grid max-md:min-h-16 max-md:grid-cols-[auto_minmax(0,1fr)_auto_auto] max-md:content-center",
  "max-md:items-center max-md:gap-x-0 max-md:gap-y-0.5 max-md:px-4 max-md:py-2.5",
  "max-md:[grid-template-areas:'lead_title_title_value'_'lead_note_state_state']",
].join(" ");

function DataRow<T>({ row, columns, dense }: Pick<Props<T>, "columns" | "dense"> & { row: T }) {
  return (
    <tr {...ROLE.row} className={ROW}>
      {columns.map((column) => (
        <td
          key={column.key}
          {...ROLE.cell}
          className={cx(
            "md:px-3 md:first:pl-5 md:last:pr-5",
            dense ? "md:py-2 md:text-sm" : "md:py-3",
            column.phone ? PHONE[column.phone] : "max-md:hidden",
            column.align === "end" && "md:whitespace-nowrap md:text-right",
            column.from && FROM[column.from],
          )}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}
