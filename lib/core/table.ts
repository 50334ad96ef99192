import type { SQL } from "drizzle-orm";
import type { ByPerson, PersonalData } from "./personal-data.ts";

export type Tables = Readonly<Record<string, Table>>;

export interface Table {
  retention: RetentionRule;
  personalData: PersonalData;
  /** Erases its rows about a person, whose account is closed and empty, or none. It returns the rows. */
  erase?: ByPerson;
  /** Selects a number above zero while nothing about a person may be erased, and `says` why. */
  blocksErasure?: ByPerson & { explain: (n: bigint) => string };
}

export type RetentionRule =
  /** For ever: money, or what explains it, refers to them. */
  | { forever: string }
  /** Rows show the present: they are changed in place, or their owner removes them. */
  | { current: string }
  /** Until they are so old that the sweep deletes them, or erases a part of them. */
  | ({ label: string } & SweepRule)
  /** Until the file `by` deletes them, or erases a part of them. */
  | { label: string; by: string; days: () => number };

export interface SweepRule {
  days: () => number;
  /** Since when they are kept; null is not over yet. */
  at: SQL;
  where?: SQL;
  /** Columns to erase, as SQL of an update; without it the whole row is deleted. */
  erases?: SQL;
  /** How many rows one statement takes; a thousand by default. */
  atOnce?: number;
  /** Rows are many and grow old in the order of their ids, so they are gone through in that order. */
  inOrder?: true;
  /** The column of the id, where that is not `id`, and the join for `at`. */
  key?: { column: string; join: SQL };
}
