import { existsSync } from "node:fs";
import "./quick-imports.ts";

/**
 * Imported first by every command, which imports the rest only then, by `await import`. What stands in `.env` counts as
 * if it were set, unless it is set.
 */
if (existsSync(".env")) process.loadEnvFile(".env");
