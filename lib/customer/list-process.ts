// An isolated process (lib/spreadsheet/read-isolated.ts) that reads a file and writes the lines of an import.
import { runListReader } from "#lib/spreadsheet/list-reader";
import { readImportRows } from "./read-import-rows.ts";

await runListReader(readImportRows);
