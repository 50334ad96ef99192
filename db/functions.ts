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
  /** It counts for the check of wallets at the commit, or is that check: a part of another version would reject or miss. */
  isOfWalletCheck: boolean;
}

const FIRST_TRIGGER = /^(drop trigger|create or replace trigger)\b/m;

let read: readonly DatabaseFunction[] | undefined;

/** Lists the functions that this program needs; they are read once. */
export function listDatabaseFunctions(): readonly DatabaseFunction[] {
  read ??= readFiles();
  return read;
}

function readFiles(): DatabaseFunction[] {
  const texts = new Map(
    globSync("*.sql", { cwd: FUNCTIONS_DIR })
      .sort()
      .map((file) => [basename(file, ".sql"), readFileSync(join(FUNCTIONS_DIR, file), "utf8")]),
  );
  const counting = [...texts.values()].filter((text) => text.includes("unmatched"));
  return [...texts].map(([name, text]) => {
    const end = text.search(FIRST_TRIGGER);
    const [body, triggers] = end < 0 ? [text, ""] : [text.slice(0, end), text.slice(end)];
    const hash = createHash("sha256").update(text).digest("hex");
    const isOfWalletCheck = counting.some((counter) => counter === text || counter.includes(`${name}(`));
    return { name, body, triggers, hash, isOfWalletCheck };
  });
}
