import { parseArgs } from "node:util";
import { PortalError } from "#lib/core/error";
import type { Command, Flags } from "./command.ts";

/** Reads what stands after a verb. @throws invalid, in one line that shows the right use. */
export function readFlags(name: string, command: Command, args: string[]): { flags: Flags; json: boolean } {
  const use = `Use: ${[name, command.usage, "[--json]"].filter(Boolean).join(" ")}`;
  const { json, ...flags } = parse(command, args, use);
  const missing = command.needs.filter((flag) => !flags[flag]);
  if (missing.length > 0) throw new PortalError("invalid", `Missing --${missing.join(", --")}. ${use}`);
  return { flags: flags as Flags, json: json === true };
}

function parse(command: Command, args: string[], use: string): Record<string, unknown> {
  try {
    const options = { ...command.flags, json: { type: "boolean" } } as const;
    return parseArgs({ args, options, strict: true, allowPositionals: false }).values;
  } catch (cause) {
    const [reason = ""] = (cause as Error).message.split(/\. |\n/);
    throw new PortalError("invalid", `${reason.replace(/\.$/, "")}. ${use}`, { cause });
  }
}
