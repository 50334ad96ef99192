// `npm test`: all but the slow tests. `npm test -- --landing`: those too, as a change needs to land.
// `npm test -- --changed [REV]`: what the changes since REV, or those not committed, can break. `--shuffle SEED`: the tests below the browser in random order; `--break N`: with the Nth of
// each file broken on purpose.
import { browserPath } from "#e2e/browser";
import { buildIfChanged } from "./build/build-if-changed.ts";
import { findChangedJourneys } from "./check/changed-journeys.ts";
import { PROOFS } from "./check/proofs.ts";
import { runCheck, runStaticChecks } from "./check/static-checks.ts";
import { reportAndExit, type Tally } from "./check/tally.ts";
import { runPlaywright, runSafely, runVitest, WITHOUT_SLOW } from "./check/test-runs.ts";

const PROJECTS = ["phone", "desktop", "system", "guard"].map((name) => `--project=${name}`);

/** Parts of `npm run prove` without which nothing lands. */
const LANDING = ["slow"];

const MODES: Record<string, (value?: string) => Promise<Tally[]>> = {
  "--all": () => runAll(WITHOUT_SLOW),
  "--landing": async () => [...(await runAll(WITHOUT_SLOW)), ...(await runProofs(LANDING))],
  "--changed": (base = "HEAD") => runAll({}, ["--changed", base], findChangedJourneys(base)),
  "--shuffle": async (seed = "1") => [
    await runVitest(["--sequence.shuffle.files", "--sequence.shuffle.tests", `--sequence.seed=${seed}`]),
  ],
  "--break": async (nth = "1") => [await runBroken(nth)],
};

const [mode = "--all", value] = process.argv.slice(2);
const run = MODES[mode];
if (!run) throw new Error(`Unknown argument "${mode}". Use one of: ${Object.keys(MODES).join(", ")}.`);
reportAndExit(await run(value));

/** First the work that needs both cores; then the runners that mostly wait, one after the other. */
async function runAll(
  variables: Record<string, string>,
  tests: string[] = [],
  journeys?: string[],
): Promise<Tally[]> {
  const needsBrowser = journeys === undefined || journeys.length > 0;
  const steps = needsBrowser
    ? [runStep("build", () => buildIfChanged(() => {})), runStep("browser", browserPath)]
    : [];
  const [checks, ...prepared] = await Promise.all([runStaticChecks(), ...steps]);
  const tallies = [...checks, ...prepared, await runSafely(() => runVitest(tests, variables))];
  if (needsBrowser && prepared.every(({ failed }) => failed === 0))
    tallies.push(
      await runSafely(() => runPlaywright([...PROJECTS, "--grep-invert=@prove", ...(journeys ?? [])])),
    );
  return tallies;
}

async function runProofs(names: string[]): Promise<Tally[]> {
  process.env.PROVE = "1";
  const tallies: Tally[] = [];
  for (const name of names) tallies.push(await runSafely(PROOFS[name] as () => Promise<Tally>));
  return tallies;
}

/** Runs one step without output when it passes. */
function runStep(name: string, run: () => Promise<unknown>): Promise<Tally> {
  return runCheck(name, async () => {
    try {
      await run();
      return { code: 0, output: "" };
    } catch (error) {
      return { code: 1, output: String(error) };
    }
  });
}

/** Counts as failures only the tests that a broken one took with it. */
async function runBroken(nth: string): Promise<Tally> {
  const { passed, failures = [] } = await runVitest([], { TEST_BREAK: nth, TEST_PATIENCE_S: "60" });
  const innocent = failures.filter(({ broken }) => !broken);
  console.log(`${failures.length - innocent.length} broken on purpose`);
  return { passed, failed: innocent.length, failures: innocent };
}
