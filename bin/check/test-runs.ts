import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { browserPath } from "../../e2e/browser.ts";
import { ROOT } from "../root.ts";
import { runTool, type Tool } from "./run-tool.ts";
import type { Failure, Tally } from "./tally.ts";

/** Test files and portals are processes of their own, and most of them load the same code. */
const COMPILED = { NODE_COMPILE_CACHE: `${ROOT}node_modules/.cache/compile` };

interface Way {
  /** Where Playwright leaves what failed, below test-results: two runs at once need two. */
  results?: string;
  /** Gives way to everything else that runs. */
  gentle?: boolean;
  /** Environment variables of the tests. */
  variables?: Record<string, string>;
}

/** Runs vitest, all of it or the arguments' part. */
export async function vitest(
  args: string[] = [],
  { gentle = false, variables = {} }: Way = {},
): Promise<Tally> {
  return counted((report) => ({
    tool: {
      script: "vitest/vitest.mjs",
      args: ["run", ...args, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
      env: { ...COMPILED, ...variables },
      live: true,
      gentle,
    },
    read: ({ numPassedTests, numFailedTests, testResults }) => ({
      passed: numPassedTests,
      failed: numFailedTests,
      failures: testResults.flatMap(failuresOfFile),
    }),
  }));
}

/** Runs Playwright, all of it or the arguments' part; the production build has to be there. */
export async function playwright(
  args: string[] = [],
  { results = "all", gentle = false }: Way = {},
): Promise<Tally> {
  const browser = await browserPath();
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
      gentle,
    },
    read: ({ stats, suites, errors }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      failures: [
        ...suites.flatMap(failuresOfSuite),
        ...errors.map(({ message }) => ({ name: "a browser test's surroundings", message })),
      ],
    }),
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

/** What the runners write: vitest the first three, Playwright the others. */
interface Report {
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

/** The failed tests of a file, or the file itself when it failed outside of them. */
function failuresOfFile({ name, message, assertionResults }: TestFile): Failure[] {
  const file = relative(ROOT, name);
  const failed = assertionResults.filter(({ status }) => status === "failed");
  if (failed.length === 0) return message ? [{ name: file, message }] : [];
  return failed.map((test) => ({
    name: `${file} › ${test.fullName}`,
    message: test.failureMessages.join("\n"),
  }));
}

function failuresOfSuite({ suites = [], specs }: Suite): Failure[] {
  const own = specs.flatMap(({ file, title, ok, tests }) =>
    ok
      ? []
      : tests.map(({ projectName, results }) => ({
          name: `[${projectName}] ${file} › ${title}`,
          message: results.flatMap(({ errors }) => errors.map(({ message }) => message)).join("\n"),
        })),
  );
  return [...own, ...suites.flatMap(failuresOfSuite)];
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
    if (code === 0 || tally.failed > 0) return tally;
    const message = `It ended with ${code}, and its own words above say why.`;
    return { ...tally, failed: 1, failures: [...(tally.failures ?? []), { name: tool.script, message }] };
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
