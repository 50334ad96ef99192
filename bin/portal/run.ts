import manifest from "../../package.json" with { type: "json" };
import { COMMANDS } from "./commands.ts";
import { describeError } from "./describe-error.ts";
import { help, possible } from "./help.ts";
import { readFlags } from "./read-flags.ts";
import { withOperator } from "./with-operator.ts";

/** Runs one verb: prints one line (or JSON with --json) and returns the exit code, 0 or 1. */
export async function run(argv: string[]): Promise<number> {
  const [first, second] = argv;
  if (first === undefined || ["help", "--help", "-h"].includes(first)) return say(help());
  if (["version", "--version", "-v"].includes(first)) return say(`Kiosk ${manifest.version}`);
  const name = COMMANDS.has(first) ? first : [first, second].filter(Boolean).join(" ");
  const command = COMMANDS.get(name);
  if (!command) return complain(`There is no "${name}". ${possible()}`);
  try {
    const { flags, json } = readFlags(name, command, argv.slice(name.split(" ").length));
    const { line, data, failed } = await withOperator((ctx) => command.run(ctx, flags));
    say(json ? JSON.stringify(data) : line);
    return failed ? 1 : 0;
  } catch (error) {
    return complain(describeError(error));
  }
}

function say(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

function complain(text: string): number {
  process.stderr.write(`${text}\n`);
  return 1;
}
