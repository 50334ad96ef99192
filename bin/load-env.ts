import { existsSync } from "node:fs";
import "./quick-imports.ts";

/**
 * Imported first by every command, which imports the rest only then, by `await import`. What stands in `.env` counts as
 * if it were set, unless it is set; so does what stands in the file that `NAME_FILE` names.
 */
if (existsSync(".env")) process.loadEnvFile(".env");

// What libraries read from the environment themselves is there for them too.
const { readFiles } = await import("#lib/core/env");
Object.assign(process.env, readFiles(process.env));
