import { existsSync } from "node:fs";

/** Imported first by every command: what stands in `.env` counts as if it were set, unless it is set. */
if (existsSync(".env")) process.loadEnvFile(".env");
