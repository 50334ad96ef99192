import { existsSync } from "node:fs";
import "./quick-imports.ts";

/**
 * Imported first by every command, which imports the rest only then, by `await import`. What stands in `.env` counts as
 * if it were set, unless it is set; so does what stands in the file that `NAME_FILE` names.
 */
if (existsSync(".env")) process.loadEnvFile(".env");

// What libraries read from the environment themselves is there for them too; but for secrets, whose files may change.
const { readFiles, SECRETS } = await import("#lib/core/env");
const read = Object.entries(readFiles(process.env));
const kept = read.filter(([name]) => !(SECRETS as readonly string[]).includes(name));
Object.assign(process.env, Object.fromEntries(kept));
