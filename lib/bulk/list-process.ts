// An isolated process (lib/bulk/read-isolated.ts): reads a file, writes the lines of a list.
import { runListReader } from "./list-reader.ts";
import { readCells } from "./read-list.ts";

await runListReader(readCells);
