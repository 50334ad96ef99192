import { BAD_LIST_MESSAGES } from "./bad-list.ts";
import type { ListPurpose } from "./headings.ts";
import type { ListChoice } from "./reading.ts";

/** The work of a reader process on its input. */
export interface ListWish {
  /** The country of mobile numbers. */
  country: string;
  purpose: ListPurpose;
  choice?: ListChoice | undefined;
  /** Whether the input is sheets that were read before, as JSON. */
  isStored: boolean;
}

/** The exit code of the first of `BAD_LIST_MESSAGES`; the others follow in order. */
export const FIRST_EXIT_CODE = 10;
export const BAD_LIST_KEYS = Object.keys(BAD_LIST_MESSAGES) as (keyof typeof BAD_LIST_MESSAGES)[];

/** Explains a reader process's exit code; null, for a process that was killed, is "unreadable". */
export const getBadListKey = (code: number | null): keyof typeof BAD_LIST_MESSAGES =>
  BAD_LIST_KEYS[(code ?? 0) - FIRST_EXIT_CODE] ?? "unreadable";
