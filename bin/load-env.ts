import { existsSync } from "node:fs";
import "./quick-imports.ts";

/**
 * Imported first by every command, which imports the rest only then, by `await import`. Reads variables that are not
 * set from `.env`, and then from the files that `NAME_FILE` variables name.
 */
if (existsSync(".env")) process.loadEnvFile(".env");

// Libraries read the environment themselves, so it has these variables too; but no secrets, whose files may change.
const { readVariableFiles, RELOADABLE_SECRETS } = await import("#lib/core/env");
const read = Object.entries(readVariableFiles(process.env));
const variables = read.filter(([name]) => !(RELOADABLE_SECRETS as readonly string[]).includes(name));
Object.assign(process.env, Object.fromEntries(variables));
