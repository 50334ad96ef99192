import { buffer } from "node:stream/consumers";
import { PortalError } from "#lib/core/error";
import { fileCells } from "./read-file.ts";
import { BAD_LISTS, type Table } from "./read-list.ts";

/** Exit codes of a reader process: this one and those after it stand for `BAD_LISTS` in their order. */
const FIRST_CODE = 10;
const WRONG = Object.keys(BAD_LISTS) as (keyof typeof BAD_LISTS)[];

/**
 * Reads a file from standard input and writes its lines as JSON, or exits with a code that `badListByCode` explains. The
 * country of mobile numbers is the process's one argument: it has no configuration.
 */
export async function runListReader(read: (table: Table, country: string) => unknown): Promise<void> {
  try {
    const country: string = JSON.parse(process.argv[2] ?? "");
    const lines = read(fileCells(await buffer(process.stdin)), country);
    process.stdout.end(JSON.stringify(lines));
  } catch (error) {
    const wrong = WRONG.findIndex((one) => error instanceof PortalError && error.message === BAD_LISTS[one]);
    process.exitCode = FIRST_CODE + (wrong < 0 ? WRONG.indexOf("unreadable") : wrong);
  }
}

/** Explains a reader process's exit code; null, for a process that was killed, is "unreadable". */
export const badListByCode = (code: number | null): keyof typeof BAD_LISTS =>
  WRONG[(code ?? 0) - FIRST_CODE] ?? "unreadable";
