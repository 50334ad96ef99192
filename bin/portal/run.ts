import { connect } from "#db/client";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { checkVariables } from "#lib/core/variables";
import { VARIABLES } from "#lib/modules";
import manifest from "../../package.json" with { type: "json" };
import { formatCommandHelp, readFlags } from "./command.ts";
import { COMMANDS, formatCommandNames, formatHelp } from "./commands.ts";
import { describeError } from "./describe-error.ts";

/**
 * Runs one command: announces a change, then prints the result, each in one line (with --json only the
 * result), and returns the exit code: 0, or 1 with the reason in one line on stderr.
 */
export async function runCommandLine(argv: string[]): Promise<number> {
  const [first, second] = argv;
  if (first === undefined || ["help", "--help", "-h"].includes(first)) return printLine(formatHelp());
  if (["version", "--version", "-v"].includes(first)) return printLine(`Kiosk ${manifest.version}`);
  const name = COMMANDS.has(first) ? first : [first, second].filter(Boolean).join(" ");
  const command = COMMANDS.get(name);
  if (!command) return printError(`Unknown command "${name}". ${formatCommandNames()}`);
  const args = argv.slice(name.split(" ").length);
  if (args.some((arg) => arg === "--help" || arg === "-h"))
    return printLine(formatCommandHelp(name, command));
  try {
    const { flags, json } = readFlags(name, command, args);
    const announcement = command.announce?.(flags);
    if (announcement && !json) printLine(`${announcement}…`);
    const result =
      "act" in command ? await command.act(flags) : await runAsOperator((ctx) => command.run(ctx, flags));
    if (!result) return Number(process.exitCode ?? 0);
    printLine(json ? JSON.stringify(result.data) : result.line);
    return result.failed ? 1 : 0;
  } catch (error) {
    return printError(describeError(error));
  }
}

/** Calls `work` in the operator's context, and closes the database after it so that the process can end. */
async function runAsOperator<T>(work: (ctx: Ctx) => Promise<T>): Promise<T> {
  checkVariables(VARIABLES);
  const { db, close } = connect(env().DATABASE_URL, 1);
  try {
    return await work({ actor: { kind: "system", name: "cli" }, db });
  } finally {
    await close();
  }
}

function printLine(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

function printError(text: string): number {
  process.stderr.write(`${text}\n`);
  return 1;
}
