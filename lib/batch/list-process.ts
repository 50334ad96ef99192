// Runs in an isolated process (lib/spreadsheet/read-isolated.ts): reads a file and
// writes the rows of a batch.
import { runListReader } from "#lib/spreadsheet/list-reader";
import { readBatchRows } from "./read-batch-rows.ts";

await runListReader(readBatchRows);
