import { existsSync } from "node:fs";
import "./quick-imports.ts";
import { allowSlowConnections } from "#lib/core/network/allow-slow-connections";

/**
 * Imported first by every command, which imports the rest only then, by `await import`. Reads variables that
 * are not set from `.env`, and then from the files that `NAME_FILE` variables name.
 */
if (existsSync(".env")) process.loadEnvFile(".env");

// Libraries read the environment themselves, so it has these variables too; but no
// secrets, whose files may change.
if (Object.keys(process.env).some((name) => name.endsWith("_FILE"))) {
  const { VARIABLES } = await import("#lib/modules");
  const { listReloadableNames, readVariableFiles } = await import("#lib/core/variables");
  const reloadable = listReloadableNames(VARIABLES);
  const read = Object.entries(readVariableFiles(VARIABLES, process.env));
  Object.assign(process.env, Object.fromEntries(read.filter(([name]) => !reloadable.includes(name))));
}

allowSlowConnections();
