// `npm test`: everything; `npm test -- --changed [REV]`: what the changes since REV, or those not committed, can break.
import { browserPath } from "#e2e/browser";
import { buildIfChanged } from "./build/build-if-changed.ts";
import { findChangedJourneys } from "./check/changed-journeys.ts";
import { runCheck, runStaticChecks } from "./check/static-checks.ts";
import { reportAndExit } from "./check/tally.ts";
import { runPlaywright, runSafely, runVitest } from "./check/test-runs.ts";

const PROJECTS = ["phone", "desktop", "system", "guard"].map((name) => `--project=${name}`);

const [changed, base = "HEAD"] = process.argv.slice(2);
if (changed !== undefined && changed !== "--changed") throw new Error(`Unknown argument "${changed}".`);
const journeys = changed ? findChangedJourneys(base) : [];
const needsBrowser = !changed || journeys.length > 0;

// First the work that needs both cores; then the runners that mostly wait, one after the other.
const prepared = await Promise.all([
  runStaticChecks(),
  ...(needsBrowser
    ? [
        runCheck("build", () => runStep(() => buildIfChanged(() => {}))).then((tally) => [tally]),
        runCheck("browser", () => runStep(browserPath)).then((tally) => [tally]),
      ]
    : []),
]);
const tallies = prepared.flat();
const isBuilt = tallies.every(({ failures = [] }) => !failures.some(({ name }) => name === "build"));
tallies.push(await runSafely(() => runVitest(changed ? ["--changed", base] : [])));
if (needsBrowser && isBuilt)
  tallies.push(await runSafely(() => runPlaywright([...PROJECTS, "--grep-invert=@prove", ...journeys])));
reportAndExit(tallies);

/** Runs one step without output when it passes. */
async function runStep(run: () => Promise<unknown>): Promise<{ code: number; output: string }> {
  try {
    await run();
    return { code: 0, output: "" };
  } catch (error) {
    return { code: 1, output: String(error) };
  }
}
