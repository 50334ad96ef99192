import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { ROOT } from "#bin/root";
import { browserPath } from "#e2e/browser";
import { runTool, type Tool } from "./run-tool.ts";
import type { Tally, TestFailure } from "./tally.ts";

/** Test files and portals are processes of their own, and most of them load the same code. */
const COMPILE_CACHE_ENV = { NODE_COMPILE_CACHE: `${ROOT}node_modules/.cache/compile` };

interface TestRunOptions {
  /** Playwright's folder for failures, below test-results: two runs at once need two. */
  results?: string;
  gentle?: boolean;
  variables?: Record<string, string>;
}

/** Runs vitest, all of it or the part that the arguments name. */
export async function runVitest(
  args: string[] = [],
  { gentle = false, variables = {} }: TestRunOptions = {},
): Promise<Tally> {
  return runCounted((report) => ({
    tool: {
      script: "vitest/vitest.mjs",
      args: ["run", ...args, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
      env: { ...COMPILE_CACHE_ENV, ...variables },
      live: true,
      gentle,
    },
    read: ({ numPassedTests, numFailedTests, testResults }) => ({
      passed: numPassedTests,
      failed: numFailedTests,
      failures: testResults.flatMap(listFileFailures),
    }),
  }));
}

/** Runs Playwright, all of it or the part that the arguments name; needs the production build. */
export async function runPlaywright(
  args: string[] = [],
  { results = "all", gentle = false }: TestRunOptions = {},
): Promise<Tally> {
  const browser = await browserPath();
  return runCounted((report) => ({
    tool: {
      script: "playwright/cli.js",
      args: ["test", ...args, "--reporter=list,json", `--output=test-results/${results}`],
      env: {
        ...COMPILE_CACHE_ENV,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        NODE_OPTIONS: "--conditions=react-server",
        CHROMIUM_PATH: browser,
        FORCE_COLOR: "0",
      },
      live: true,
      gentle,
    },
    read: ({ stats, suites, errors }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      failures: [
        ...suites.flatMap(listSuiteFailures),
        ...errors.map(({ message }) => ({ name: "a browser test's surroundings", message })),
      ],
    }),
  }));
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

/** The runners' reports: the first three are vitest's, the others Playwright's. */
interface PlaywrightReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: TestFile[];
  stats: { expected: number; unexpected: number; flaky: number };
  suites: Suite[];
  errors: { message: string }[];
}

interface TestFile {
  name: string;
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

interface Suite {
  suites?: Suite[];
  specs: {
    file: string;
    title: string;
    ok: boolean;
    tests: { projectName: string; results: { errors: { message: string }[] }[] }[];
  }[];
}

/** Lists the failed tests of a file, or the file itself when it failed outside of them. */
function listFileFailures({ name, message, assertionResults }: TestFile): TestFailure[] {
  const file = relative(ROOT, name);
  const failed = assertionResults.filter(({ status }) => status === "failed");
  if (failed.length === 0) return message ? [{ name: file, message }] : [];
  return failed.map((test) => ({
    name: `${file} › ${test.fullName}`,
    message: test.failureMessages.join("\n"),
  }));
}

function listSuiteFailures({ suites = [], specs }: Suite): TestFailure[] {
  const failures = specs.flatMap(({ file, title, ok, tests }) =>
    ok
      ? []
      : tests.map(({ projectName, results }) => ({
          name: `[${projectName}] ${file} › ${title}`,
          message: results.flatMap(({ errors }) => errors.map(({ message }) => message)).join("\n"),
        })),
  );
  return [...failures, ...suites.flatMap(listSuiteFailures)];
}

/** Reads a runner's own counts; one that dies, or fails without a failed test, counts as one more failure. */
async function runCounted(
  plan: (report: string) => { tool: Tool; read: (report: PlaywrightReport) => Tally },
): Promise<Tally> {
  const dir = mkdtempSync(join(tmpdir(), "portal-report-"));
  const file = join(dir, "report.json");
  try {
    const { tool, read } = plan(file);
    const { code } = await runTool(tool);
    const tally = readTally(file, read);
    if (code === 0 || tally.failed > 0) return tally;
    const message = `It ended with ${code}, and its own words above say why.`;
    return { ...tally, failed: 1, failures: [...(tally.failures ?? []), { name: tool.script, message }] };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

function readTally(file: string, read: (report: PlaywrightReport) => Tally): Tally {
  try {
    return read(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return { passed: 0, failed: 1 };
  }
}
