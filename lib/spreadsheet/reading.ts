import type { ColumnChoice, ListPurpose } from "./headings.ts";
import type { Country } from "./read-line.ts";

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

/** The circumstances in which rows are read, and the count of those left out. */
export interface Scope {
  country: Country;
  purpose: ListPurpose;
  left: Reading["left"];
}
