import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browserPath } from "../../e2e/browser.ts";
import { ROOT } from "../root.ts";
import { runTool, type Tool } from "./run-tool.ts";
import type { Tally } from "./tally.ts";

/** Test files and portals are processes of their own, and most of them load the same code. */
const COMPILED = { NODE_COMPILE_CACHE: `${ROOT}node_modules/.cache/compile` };

/** Runs vitest, all of it or the arguments' part. */
export async function vitest(args: string[] = []): Promise<Tally> {
  return counted((report) => ({
    tool: {
      script: "vitest/vitest.mjs",
      args: ["run", ...args, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
      env: COMPILED,
      live: true,
    },
    read: ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests }),
  }));
}

/**
 * Runs Playwright, all of it or the arguments' part; the production build has to be there.
 * @param results where it leaves what failed, below test-results: two runs at once need two.
 */
export async function playwright(args: string[] = [], results = "all"): Promise<Tally> {
  const browser = browserPath();
  return counted((report) => ({
    tool: {
      script: "playwright/cli.js",
      args: ["test", ...args, "--reporter=list,json", `--output=test-results/${results}`],
      env: {
        ...COMPILED,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        NODE_OPTIONS: "--conditions=react-server",
        CHROMIUM_PATH: browser,
        FORCE_COLOR: "0",
      },
      live: true,
    },
    read: ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }),
  }));
}

/** A run whose runner does not even start counts as one failure. */
export async function attempt(run: () => Promise<Tally>): Promise<Tally> {
  try {
    return await run();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  }
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  stats: { expected: number; unexpected: number; flaky: number };
}

/** A runner's own counts; one that dies, or fails without saying which test, counts as one more failure. */
async function counted(
  plan: (report: string) => { tool: Tool; read: (report: Report) => Tally },
): Promise<Tally> {
  const dir = mkdtempSync(join(tmpdir(), "portal-report-"));
  const file = join(dir, "report.json");
  try {
    const { tool, read } = plan(file);
    const { code } = await runTool(tool);
    const tally = readTally(file, read);
    return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
  } finally {
    rmSync(dir, { recursive: true });
  }
}

function readTally(file: string, read: (report: Report) => Tally): Tally {
  try {
    return read(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return { passed: 0, failed: 1 };
  }
}
