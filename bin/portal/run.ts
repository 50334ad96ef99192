import manifest from "../../package.json" with { type: "json" };
import { COMMANDS } from "./commands.ts";
import { describeError } from "./describe-error.ts";
import { formatCommandNames, formatHelp } from "./help.ts";
import { readFlags } from "./read-flags.ts";
import { runAsOperator } from "./run-as-operator.ts";

/** Runs one verb: prints one line (or JSON with --json) and returns the exit code, 0 or 1. */
export async function runCommandLine(argv: string[]): Promise<number> {
  const [first, second] = argv;
  if (first === undefined || ["help", "--help", "-h"].includes(first)) return printLine(formatHelp());
  if (["version", "--version", "-v"].includes(first)) return printLine(`Kiosk ${manifest.version}`);
  const name = COMMANDS.has(first) ? first : [first, second].filter(Boolean).join(" ");
  const command = COMMANDS.get(name);
  if (!command) return printError(`Unknown command "${name}". ${formatCommandNames()}`);
  try {
    const { flags, json } = readFlags(name, command, argv.slice(name.split(" ").length));
    const { line, data, failed } = await runAsOperator((ctx) => command.run(ctx, flags));
    printLine(json ? JSON.stringify(data) : line);
    return failed ? 1 : 0;
  } catch (error) {
    return printError(describeError(error));
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
