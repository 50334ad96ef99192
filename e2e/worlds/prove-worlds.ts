import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Tally } from "#bin/check/tally";

const RUN_SCRIPT = fileURLToPath(new URL("./run.ts", import.meta.url));
/** The worlds of the whole proof. */
const USUAL = ["--seed", "1", "--worlds", "30", "--days", "3"];

/** Runs worlds with the options of their command. */
export async function proveWorlds(options: string[]): Promise<Tally> {
  const { output } = await runWorlds(options.length > 0 ? options : USUAL);
  console.log(output);
  const [, passed = "0", failed = "1"] = /^(\d+) passed, (\d+) failed$/m.exec(output) ?? [];
  const violations = output.split("\n").filter((line) => line.includes("✗"));
  const failures = violations.map((message) => ({ name: "worlds", message }));
  return { passed: Number(passed), failed: Number(failed), failures };
}

/** Runs worlds in a process of their own. */
export async function runWorlds(options: readonly string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ["--conditions=react-server", RUN_SCRIPT, ...options], {
    env: { ...process.env, NODE_OPTIONS: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  const output = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await ended) as [number | null];
  return { code: code ?? 1, output: output.join("") };
}
