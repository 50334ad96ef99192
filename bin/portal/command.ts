import { parseArgs } from "node:util";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";

export interface CommandResult {
  /** The result, in one line. */
  line: string;
  /** The same for `--json`. */
  data: Record<string, unknown>;
  /** Set for a bad result: the exit code is then 1. */
  failed?: boolean;
}

/** The flags after the command; a missing flag is absent. */
export type CommandFlags = Partial<Record<string, string | string[]>>;

interface CommandText {
  /**
   * The flags as the help shows them, which declares them: optional in brackets or as alternatives
   * (`--email|--phone`), repeatable before an ellipsis.
   */
  usage: string;
  switches?: string[];
  /** Flags as an operator enters them, for its help; required for a command that has flags. */
  example?: string;
  does: string;
  /** Describes the change that these flags cause, printed before it is made; absent where nothing changes. */
  announce?(flags: CommandFlags): string | undefined;
}

/** A command that works on the portal's database. */
export interface PortalCommand extends CommandText {
  run(ctx: Ctx, flags: CommandFlags): Promise<CommandResult>;
}

/** A command for which the portal needs neither its configuration nor its database. */
export interface MachineCommand extends CommandText {
  /** @returns undefined for a program that reports its result itself */
  act(flags: CommandFlags): Promise<CommandResult | undefined>;
}

export type Command = PortalCommand | MachineCommand;

/** Formats a command's own help: its flags, its effect and an example. */
export function formatCommandHelp(name: string, { usage, does, example }: Command): string {
  const line = (flags = "") => ["kiosk", name, flags].filter(Boolean).join(" ");
  return `${line([usage, "[--json]"].filter(Boolean).join(" "))}\n    ${does}\n\nExample: ${line(example)}`;
}

/** Reads the flags after a command. @throws invalid, in one line with the correct use. */
export function readFlags(
  name: string,
  command: Command,
  args: string[],
): { flags: CommandFlags; json: boolean } {
  const usage = `Usage: ${[name, command.usage, "[--json]"].filter(Boolean).join(" ")}`;
  const declared = listFlags(command);
  const { json, ...flags } = parseFlags(declared, args, usage);
  const missing = declared.filter(({ name, required }) => required && !flags[name]);
  if (missing.length > 0)
    throw new PortalError("invalid", `Missing --${missing.map(({ name }) => name).join(", --")}. ${usage}`);
  for (const alternatives of listAlternatives(command.usage)) {
    const present = alternatives.filter((flag) => flags[flag.slice(2)]);
    if (present.length === 1) continue;
    const reason =
      present.length === 0 ? `Missing ${alternatives.join(" or ")}` : `Use only one of ${present.join(", ")}`;
    throw new PortalError("invalid", `${reason}. ${usage}`);
  }
  return { flags: flags as CommandFlags, json: json === true };
}

/** Lists the flags of which exactly one is given (`--email|--phone`). */
const listAlternatives = (usage: string): string[][] =>
  (usage.match(/--[\w-]+(?:\|--[\w-]+)+/g) ?? []).map((flags) => flags.split("|"));

function listFlags({ usage, switches = [] }: Command) {
  const alternatives = listAlternatives(usage).flat();
  const flags = usage.matchAll(/(?<before>\[?)--(?<name>[\w-]+)(?<after>\]…)?/g);
  return Array.from(flags, ({ groups: { before, name = "", after } = {} }) => ({
    name,
    required: !before && !alternatives.includes(`--${name}`),
    type: switches.includes(name) ? ("boolean" as const) : ("string" as const),
    multiple: after === "]…",
  }));
}

function parseFlags(
  flags: ReturnType<typeof listFlags>,
  args: string[],
  usage: string,
): Record<string, unknown> {
  try {
    const options = Object.fromEntries(flags.map(({ name, type, multiple }) => [name, { type, multiple }]));
    return parseArgs({ args, options: { ...options, json: { type: "boolean" } }, allowPositionals: false })
      .values;
  } catch (cause) {
    const [reason = ""] = (cause as Error).message.split(/\. |\n/);
    throw new PortalError("invalid", `${reason.replace(/\.$/, "")}. ${usage}`, { cause });
  }
}
