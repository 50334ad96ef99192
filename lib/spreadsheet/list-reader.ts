import { buffer } from "node:stream/consumers";
import { PortalError } from "#lib/core/error";
import { readFileCells } from "./read-file-cells.ts";
import { BAD_LIST_MESSAGES, type CellTable } from "./read-table.ts";

/** The exit code of the first of `BAD_LIST_MESSAGES`; the others follow in order. */
const FIRST_EXIT_CODE = 10;
const BAD_LIST_KEYS = Object.keys(BAD_LIST_MESSAGES) as (keyof typeof BAD_LIST_MESSAGES)[];

/**
 * Reads a file from standard input and writes its rows as JSON, or exits with a code that `getBadListKey`
 * explains. The country of mobile numbers is the process's only argument, because it has no configuration.
 */
export async function runListReader(read: (table: CellTable, country: string) => unknown): Promise<void> {
  try {
    const country: string = JSON.parse(process.argv[2] ?? "");
    const lines = read(readFileCells(await buffer(process.stdin)), country);
    process.stdout.end(JSON.stringify(lines));
  } catch (error) {
    const wrong = BAD_LIST_KEYS.findIndex(
      (key) => error instanceof PortalError && error.message === BAD_LIST_MESSAGES[key],
    );
    process.exitCode = FIRST_EXIT_CODE + (wrong < 0 ? BAD_LIST_KEYS.indexOf("unreadable") : wrong);
  }
}

/** Explains a reader process's exit code; null, for a process that was killed, is "unreadable". */
export const getBadListKey = (code: number | null): keyof typeof BAD_LIST_MESSAGES =>
  BAD_LIST_KEYS[(code ?? 0) - FIRST_EXIT_CODE] ?? "unreadable";
