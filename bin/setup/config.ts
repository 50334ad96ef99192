import { parseEnv } from "node:util";
import { PortalError } from "#lib/core/error";
import { PLACES, readIfThere, writeWhole } from "./machine.ts";

export type Config = Record<string, string>;

export const readConfig = (file: string = PLACES.config): Config => parseEnv(readIfThere(file)) as Config;

/** Formats a line that systemd and Node read alike. @throws invalid for a value that no quotes fit */
export function formatVariable(name: string, value: string): string {
  if (/^[\w./:@,+=%~?&-]*$/.test(value)) return `${name}=${value}`;
  const quote = ["'", '"'].find((quote) => !value.includes(quote));
  if (!quote || /[\\\n]/.test(value))
    throw new PortalError(
      "invalid",
      `${name} has signs that need a file: set ${name}_FILE in ${PLACES.config}.`,
    );
  return `${name}=${quote}${value}${quote}`;
}

/** Lists the variables that the file lacks, also as files (`NAME_FILE`). */
export const listMissing = (config: Config, wanted: Config): string[] =>
  Object.keys(wanted).filter((name) => !config[name] && !config[`${name}_FILE`]);

/** Adds the variables that the file lacks, and changes none. */
export function completeConfig(wanted: Config): void {
  const text = readIfThere(PLACES.config);
  const lines = listMissing(readConfig(), wanted).map((name) => formatVariable(name, wanted[name] ?? ""));
  const before = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  writeWhole(PLACES.config, `${before}${lines.join("\n")}\n`, 0o640, "kiosk");
}
