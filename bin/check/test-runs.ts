import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "#bin/root";
import { browserPath } from "#e2e/browser";
import { planReport } from "./report.ts";
import { runTool, type Tool } from "./run-tool.ts";
import { readProcessorSeconds, type Tally } from "./tally.ts";

/** Test files and portals are processes of their own, and most of them load the same code. */
const COMPILE_CACHE_ENV = { NODE_COMPILE_CACHE: `${ROOT}node_modules/.cache/compile` };

/** Leaves out tests of a minute or of rare ways (`x.slow.test.ts`). */
export const WITHOUT_SLOW = { WITHOUT_SLOW: "1" };

/** Runs vitest, all of it or the part that the arguments name. */
export async function runVitest(args: string[] = [], variables: Record<string, string> = {}): Promise<Tally> {
  return runReported({
    script: "vitest/vitest.mjs",
    args: ["run", ...args, "--reporter=./bin/check/vitest-reporter.ts"],
    env: { ...COMPILE_CACHE_ENV, ...variables },
  });
}

/**
 * Runs Playwright, all of it or the part that the arguments name; needs the production build.
 */
export async function runPlaywright(args: string[] = []): Promise<Tally> {
  const browser = await browserPath();
  return runReported({
    script: "playwright/cli.js",
    args: ["test", ...args, "--reporter=./bin/check/playwright-reporter.ts"],
    env: {
      ...COMPILE_CACHE_ENV,
      NODE_OPTIONS: "--conditions=react-server",
      CHROMIUM_PATH: browser,
      FORCE_COLOR: "0",
    },
  });
}

/** Counts a run whose runner does not start as one failure. */
export async function runSafely(run: () => Promise<Tally>): Promise<Tally> {
  try {
    return await run();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  }
}

/** Reads a runner's own counts; one that dies, or fails without a failed test, counts as one more failure. */
async function runReported(tool: Tool): Promise<Tally> {
  const dir = mkdtempSync(join(tmpdir(), "portal-report-"));
  try {
    const { env, read } = planReport(join(dir, "report.json"));
    const before = readProcessorSeconds();
    const { code } = await runTool({ ...tool, env: { ...tool.env, ...env }, live: true });
    showProcessorTime(tool, before);
    const tally = read();
    if (code === 0 || tally.failed > 0) return tally;
    const message = `It ended with ${code}, and its own words above say why.`;
    return { ...tally, failed: 1, failures: [{ name: tool.script, message }] };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

function showProcessorTime({ script }: Tool, before: number | undefined): void {
  const after = readProcessorSeconds();
  if (before === undefined || after === undefined) return;
  console.log(`${script.split("/")[0]}: ${Math.round(after - before)} s of processor time`);
}
