import { buffer } from "node:stream/consumers";
import { PortalError } from "#lib/core/error";
import { fileCells } from "./read-file.ts";
import { BAD_LISTS, type Table } from "./read-list.ts";

/** Exit codes of a process that reads a list: what is wrong with it, from here on in the order of `BAD_LISTS`. */
const FIRST_CODE = 10;
const WRONG = Object.keys(BAD_LISTS) as (keyof typeof BAD_LISTS)[];

/**
 * What a process that reads a list does: a file comes in, its lines go out as JSON, or its exit code says why not. Whose
 * mobile numbers they are is its one argument: it knows no configuration.
 */
export async function answerList(read: (table: Table, country: string) => unknown): Promise<void> {
  try {
    const country: string = JSON.parse(process.argv[2] ?? "");
    const lines = read(fileCells(await buffer(process.stdin)), country);
    process.stdout.end(JSON.stringify(lines));
  } catch (error) {
    const wrong = WRONG.findIndex((one) => error instanceof PortalError && error.message === BAD_LISTS[one]);
    process.exitCode = FIRST_CODE + (wrong < 0 ? WRONG.indexOf("unreadable") : wrong);
  }
}

/** What is wrong with a list by the exit code of the process that read it; one that had to be ended could not read it. */
export const wrongByCode = (code: number | null): keyof typeof BAD_LISTS =>
  WRONG[(code ?? 0) - FIRST_CODE] ?? "unreadable";
