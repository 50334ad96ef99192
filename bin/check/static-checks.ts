import { runTool, type Tool } from "./run-tool.ts";
import type { Tally } from "./tally.ts";

const CHECKS: Record<string, Tool> = {
  "format and lint": { script: "@biomejs/biome/bin/biome", args: ["ci", "--colors=off", "."] },
  // More checkers, and each looks again at what the others share: half as much work again.
  types: { script: "typescript/bin/tsc", args: ["-p", ".", "--checkers", "1"] },
  "dead code": { script: "knip/bin/knip.js", args: ["--no-progress"] },
};

/** Format, lint, types and dead code, side by side: each counts as one. */
export async function staticChecks(): Promise<Tally[]> {
  return Promise.all(Object.entries(CHECKS).map(([name, tool]) => check(name, () => runTool(tool))));
}

/** Runs one check, says how it went, and shows the output of a failed one. */
export async function check(
  name: string,
  run: () => Promise<{ code: number; output: string }>,
): Promise<Tally> {
  const start = performance.now();
  const { code, output } = await run();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${code === 0 ? "✓" : "✗"} ${name} (${seconds} s)${code === 0 ? "" : `\n${output}`}`);
  return code === 0
    ? { passed: 1, failed: 0 }
    : { passed: 0, failed: 1, failures: [{ name, message: output }] };
}
