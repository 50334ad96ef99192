// An isolated process (lib/bulk/read-isolated.ts) that reads a file and writes the lines of an import.
import { runListReader } from "#lib/bulk/list-reader";
import { readImportRows } from "./read-import-rows.ts";

await runListReader(readImportRows);
