import { ACCOUNT_COMMANDS } from "./account-commands.ts";
import { ADMIN_COMMANDS } from "./admin-commands.ts";
import type { Command } from "./command.ts";
import { MACHINE_COMMANDS } from "./machine-commands.ts";
import { MAINTENANCE_COMMANDS } from "./maintenance-commands.ts";
import { OPERATION_COMMANDS } from "./operation-commands.ts";
import { PROGRAM_COMMANDS } from "./program-commands.ts";
import { REPORT_COMMANDS } from "./report-commands.ts";

const NAMED_COMMANDS: [string, Command][] = [
  MACHINE_COMMANDS,
  ADMIN_COMMANDS,
  ACCOUNT_COMMANDS,
  OPERATION_COMMANDS,
  REPORT_COMMANDS,
  MAINTENANCE_COMMANDS,
  PROGRAM_COMMANDS,
].flatMap(Object.entries);

/** Every command by its name, in the order of the help. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map(NAMED_COMMANDS);
// The later one would silently take the name.
if (COMMANDS.size < NAMED_COMMANDS.length) throw new Error("Two commands have one name.");

/** Formats every command with its flags and its effect. */
export function formatHelp(): string {
  const lines = [...COMMANDS].map(([name, { usage, does }]) => {
    return `  ${[name, usage].filter(Boolean).join(" ")}\n      ${does}`;
  });
  lines.push("  version\n      shows the version", "  help\n      shows this help");
  return `kiosk COMMAND [--json]; kiosk COMMAND --help shows an example\n\n${lines.join("\n")}`;
}

export function formatCommandNames(): string {
  return `Use one of: ${[...COMMANDS.keys(), "version", "help"].join(", ")}.`;
}
