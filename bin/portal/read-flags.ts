import { parseArgs } from "node:util";
import { PortalError } from "#lib/core/error";
import type { Command, CommandFlags } from "./command.ts";

/** Reads the flags after a verb. @throws invalid, in one line with the correct use. */
export function readFlags(
  name: string,
  command: Command,
  args: string[],
): { flags: CommandFlags; json: boolean } {
  const usage = `Usage: ${[name, command.usage, "[--json]"].filter(Boolean).join(" ")}`;
  const { json, ...flags } = parseFlags(command, args, usage);
  const missing = command.needs.filter((flag) => !flags[flag]);
  if (missing.length > 0) throw new PortalError("invalid", `Missing --${missing.join(", --")}. ${usage}`);
  return { flags: flags as CommandFlags, json: json === true };
}

function parseFlags(command: Command, args: string[], usage: string): Record<string, unknown> {
  try {
    const options = { ...command.flags, json: { type: "boolean" } } as const;
    return parseArgs({ args, options, strict: true, allowPositionals: false }).values;
  } catch (cause) {
    const [reason = ""] = (cause as Error).message.split(/\. |\n/);
    throw new PortalError("invalid", `${reason.replace(/\.$/, "")}. ${usage}`, { cause });
  }
}
