import { browserPath } from "#e2e/browser";
import { buildIfChanged } from "./build/build-if-changed.ts";
import { countWorkers } from "./check/count-workers.ts";
import { runCheck, runStaticChecks } from "./check/static-checks.ts";
import { reportAndExit, type Tally } from "./check/tally.ts";
import { runPlaywright, runSafely, runVitest } from "./check/test-runs.ts";

const SHARE = "--grep-invert=@prove";
const BROWSER_PROJECTS = ["--project=phone", "--project=desktop", SHARE];
// At least two at once, since each often waits without work.
const WORKERS = `--workers=${Math.max(2, countWorkers())}`;
const SYSTEM_PROJECTS = ["--project=system", "--project=guard", "--project=matrix", SHARE, WORKERS];

// Three lanes: browser tests, which take longest; whole systems without a browser; and everything below. The last two
// mostly wait, and give way: to the build first, for which the browser waits, and then to the browser.
const buildCheck = runCheck("build", () => runStep(() => buildIfChanged(() => {})));
const browserCheck = runCheck("browser", () => runStep(browserPath));
const tallies = await Promise.all([
  runStaticChecks(),
  buildCheck.then((built) => [built]),
  browserCheck.then((tally) => [tally]),
  runAfterBuild(() => runPlaywright(BROWSER_PROJECTS, { results: "browser" })),
  runAfterBuild(() => runPlaywright(SYSTEM_PROJECTS, { results: "systems", gentle: true })),
  runSafely(() => runVitest([], { gentle: true })).then((tally) => [tally]),
]);
reportAndExit(tallies.flat());

/** Runs a part that needs the production build; nothing when the build failed. */
async function runAfterBuild(run: () => Promise<Tally>): Promise<Tally[]> {
  const { failed } = await buildCheck;
  return failed === 0 ? [await runSafely(run)] : [];
}

/** Runs one step without output when it passes. */
async function runStep(run: () => Promise<unknown>): Promise<{ code: number; output: string }> {
  try {
    await run();
    return { code: 0, output: "" };
  } catch (error) {
    return { code: 1, output: String(error) };
  }
}
