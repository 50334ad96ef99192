import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { sumTallies, type Tally } from "#bin/check/tally";
import { ROOT } from "#bin/root";

const RUN_SCRIPT = fileURLToPath(new URL("./run.ts", import.meta.url));
/** The worlds of the whole proof: some fifteen minutes. */
const USUAL = ["--seed", "1", "--worlds", "10", "--days", "10"];

/** Runs worlds with the options of their command, their seeds shared among the processors. */
export async function proveWorlds(options: string[]): Promise<Tally> {
  const args = options.length > 0 ? options : USUAL;
  const { values } = parseArgs({
    ...{ args, strict: false },
    options: { seed: { type: "string" }, worlds: { type: "string" }, table: { type: "string" } },
  });
  const [first, worlds] = [Number(values.seed ?? 1), Number(values.worlds ?? 1)];
  const count = Math.min(availableParallelism(), worlds);
  if (count < 2) return proveShare(args);
  const shares = Array.from({ length: count }, (_, n) => {
    const [from, to] = [n, n + 1].map((part) => Math.floor((worlds * part) / count)) as [number, number];
    const table = values.table === undefined ? [] : ["--table", `${values.table}-${n + 1}`];
    return [...args, "--seed", String(first + from), "--worlds", String(to - from), ...table];
  });
  return sumTallies(await Promise.all(shares.map(proveShare)));
}

async function proveShare(options: string[]): Promise<Tally> {
  const { output } = await runWorlds(options, { show: (text) => process.stdout.write(text) });
  const [, passed = "0", failed = "1"] = /^(\d+) passed, (\d+) failed$/m.exec(output) ?? [];
  const violations = output.split("\n").filter((line) => line.includes("✗"));
  const failures = violations.map((message) => ({ name: "worlds", message }));
  return { passed: Number(passed), failed: Number(failed), failures };
}

interface RunOptions {
  checkout?: string;
  /** It is killed after so long. */
  limitMs?: number;
  /** Takes what it prints, as it comes. */
  show?: (text: string) => void;
}

/** Runs worlds of a checkout in a process of their own. @returns no code where it was killed */
export async function runWorlds(
  options: readonly string[],
  { checkout = ROOT, limitMs, show = () => {} }: RunOptions = {},
): Promise<{ code: number | null; output: string }> {
  const script = join(checkout, relative(ROOT, RUN_SCRIPT));
  const child = spawn(process.execPath, ["--conditions=react-server", script, ...options], {
    ...(limitMs && { timeout: limitMs, killSignal: "SIGKILL" as const }),
    env: { ...process.env, NODE_OPTIONS: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      show(text);
    });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}
