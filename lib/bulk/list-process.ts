// Runs in an isolated process (lib/bulk/read-isolated.ts): reads a file and writes the rows of a batch.
import { runListReader } from "./list-reader.ts";
import { readBatchRows } from "./read-batch-rows.ts";

await runListReader(readBatchRows);
