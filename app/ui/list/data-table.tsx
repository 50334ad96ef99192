import { Fragment, type ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";

/** Laid out as a grid on a phone, a table loses its own roles in some browsers: they are said again. */
export const TABLE_ROLES = {
  table: { role: "table" },
  body: { role: "rowgroup" },
  row: { role: "row" },
  head: { role: "columnheader" },
  cell: { role: "cell" },
  rowHead: { role: "rowheader" },
} as const;

const BREAKPOINT_CLASS = {
  md: "",
  lg: "md:max-lg:hidden",
  xl: "md:max-xl:hidden",
  "2xl": "md:max-2xl:hidden",
  never: "md:hidden",
} as const;

export interface Column<T> {
  head: string;
  cell: (row: T) => ReactNode;
  align?: "start" | "end";
  /**
   * Where it stands on a phone, where each row is two lines: what leads, the title and the value, below them
   * the note and the state, or beside both lines a button. A column without a place shows on a desktop only.
   */
  phone?: "lead" | "title" | "note" | "value" | "state" | "act";
  /** The narrowest desktop that shows it; `never` is for what a desktop shows in another column. */
  from?: keyof typeof BREAKPOINT_CLASS;
  /** Keeps the head for screen readers only. */
  headHidden?: boolean;
  headControl?: ReactNode;
  /** Takes the width that the others leave; its text is cut off there. */
  fills?: boolean;
}

/** The buttons of a row: at its end on a desktop, below its value on a phone. */
export const actionsColumn = <T,>(cell: Column<T>["cell"]): Column<T> => ({
  head: "Actions",
  headHidden: true,
  align: "end",
  phone: "state",
  cell,
});

interface Props<T> {
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string | number;
  /** Less air, for admins. */
  dense?: boolean;
  /** Keeps the head in sight on a large desktop, where the table must fit: it can't scroll sideways. */
  sticks?: boolean;
  /** The heading that a row belongs under, such as its day; rows of one heading follow one another. */
  group?: (row: T) => string;
}

/**
 * A list that is a table on a desktop and two-line rows on a phone, from one markup.
 * For a row that leads somewhere, put a `RowLink` in its title cell.
 */
export function DataTable<T>({ caption, columns, rows, rowKey, dense, sticks, group }: Props<T>) {
  return (
    <div
      className={cx(
        "border-line border-y bg-surface max-md:-mx-4 md:relative md:overflow-x-auto md:rounded-lg md:border",
        sticks && "xl:overflow-visible",
      )}
    >
      <table {...TABLE_ROLES.table} className={cx("data-table", dense && "dense", sticks && "sticks")}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr {...TABLE_ROLES.row}>
            {columns.map((column) => (
              <th key={column.head} {...TABLE_ROLES.head} scope="col" className={columnClass(column)}>
                {column.headHidden ? <span className="sr-only">{column.head}</span> : column.head}
                {column.headControl}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...TABLE_ROLES.body}>
          {rows.map((row, index) => (
            <Fragment key={rowKey(row)}>
              {group && (index === 0 || group(row) !== group(rows[index - 1] as T)) && (
                <tr {...TABLE_ROLES.row} className="group-row">
                  <th {...TABLE_ROLES.rowHead} scope="row" colSpan={columns.length}>
                    {group(row)}
                  </th>
                </tr>
              )}
              <tr {...TABLE_ROLES.row}>
                {columns.map((column) => (
                  <td
                    key={column.head}
                    {...TABLE_ROLES.cell}
                    className={cx(column.phone ?? "wide", columnClass(column))}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const columnClass = <T,>({ align, from, fills }: Column<T>) =>
  cx(align === "end" && "figure", fills && "fills", from && BREAKPOINT_CLASS[from]) || undefined;
