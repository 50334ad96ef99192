// Runs in an isolated process (read-isolated.ts): reads a file, or the sheets of one that was read before, from
// standard input, and writes a list as JSON, or exits with a code that `getBadListKey` explains.
import { buffer } from "node:stream/consumers";
import { PortalError } from "#lib/core/error";
import { BAD_LIST_MESSAGES } from "./bad-list.ts";
import { BAD_LIST_KEYS, FIRST_EXIT_CODE, type ListWish } from "./list-wish.ts";
import { readFile } from "./read-file.ts";
import { readList } from "./read-list.ts";

try {
  // An argument, because the process has no configuration.
  const { country, purpose, choice, isStored }: ListWish = JSON.parse(process.argv[2] ?? "");
  const input = await buffer(process.stdin);
  const sheets = isStored ? JSON.parse(input.toString()) : await readFile(input);
  process.stdout.end(JSON.stringify({ sheets, ...readList(sheets, country, purpose, choice) }));
} catch (error) {
  const at = BAD_LIST_KEYS.findIndex(
    (key) => error instanceof PortalError && error.message === BAD_LIST_MESSAGES[key],
  );
  process.exitCode = FIRST_EXIT_CODE + (at < 0 ? BAD_LIST_KEYS.indexOf("unreadable") : at);
}
