import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const FUNCTIONS_DIR = fileURLToPath(new URL("./functions", import.meta.url));

/** A file of `db/functions`: a view, or a function and its triggers, that can be applied again. */
export interface DatabaseFunction {
  name: string;
  body: string;
  /** May call the functions of other files. */
  triggers: string;
  /** Identifies the whole text. */
  hash: string;
}

const FIRST_TRIGGER = /^(drop trigger|create or replace trigger)\b/m;

let read: readonly DatabaseFunction[] | undefined;

/** Lists the functions that this program needs; they are read once. */
export function listDatabaseFunctions(): readonly DatabaseFunction[] {
  read ??= globSync("*.sql", { cwd: FUNCTIONS_DIR })
    .sort()
    .map((file) => {
      const text = readFileSync(join(FUNCTIONS_DIR, file), "utf8");
      const end = text.search(FIRST_TRIGGER);
      const [body, triggers] = end < 0 ? [text, ""] : [text.slice(0, end), text.slice(end)];
      const hash = createHash("sha256").update(text).digest("hex");
      return { name: basename(file, ".sql"), body, triggers, hash };
    });
  return read;
}
