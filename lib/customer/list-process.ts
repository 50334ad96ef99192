// An isolated process (lib/bulk/read-isolated.ts): reads a file, writes the lines of an import.
import { runListReader } from "#lib/bulk/list-reader";
import { readLines } from "./read-lines.ts";

await runListReader(readLines);
