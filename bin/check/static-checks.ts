import { runTool, type Tool } from "./run-tool.ts";
import type { Tally } from "./tally.ts";
import { runWordsCheck } from "./words/check-words.ts";

const CHECKS: Record<string, Tool> = {
  "format and lint": { script: "@biomejs/biome/bin/biome", args: ["ci", "--colors=off", "."] },
  // More checkers would each read the shared files again: half as much work again.
  types: { script: "typescript/bin/tsc", args: ["-p", ".", "--checkers", "1"] },
  "dead code": { script: "knip/bin/knip.js", args: ["--no-progress"] },
};

/** Checks format, lint, types, dead code and words, side by side: each counts as one. */
export async function runStaticChecks(): Promise<Tally[]> {
  const tools = Object.entries(CHECKS).map(([name, tool]) => runCheck(name, () => runTool(tool)));
  return Promise.all([...tools, runCheck("words", async () => runWordsCheck())]);
}

export async function runCheck(
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
