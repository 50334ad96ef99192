import { browserPath } from "../e2e/browser.ts";
import { buildIfChanged } from "./build/build-if-changed.ts";
import { check, staticChecks } from "./check/static-checks.ts";
import { conclude, type Tally } from "./check/tally.ts";
import { attempt, playwright, vitest } from "./check/test-runs.ts";
import { workersHere } from "./check/workers.ts";

const BROWSER = ["--project=phone", "--project=desktop", "--grep-invert=@prove"];
// Two at once at least, since each of them often waits for nothing but a time.
const WORKERS = `--workers=${Math.max(2, workersHere())}`;
const SYSTEMS = ["--project=system", "--project=guard", "--project=matrix", WORKERS];

// Three lanes: what people see in a browser, which takes longest; whole systems without one, and everything below, both of
// which wait much of their time and give way: to the build first, for which the browser waits, and then to the browser.
const building = check("build", () => tried(() => buildIfChanged(() => {})));
const finding = check("browser", () => tried(browserPath));
const tallies = await Promise.all([
  staticChecks(),
  building.then((built) => [built]),
  finding.then((found) => [found]),
  onBuild(() => playwright(BROWSER, { results: "browser" })),
  onBuild(() => playwright(SYSTEMS, { results: "systems", gentle: true })),
  attempt(() => vitest([], { gentle: true })).then((tally) => [tally]),
]);
conclude(tallies.flat());

/** Runs what needs the production build; nothing when it failed. */
async function onBuild(run: () => Promise<Tally>): Promise<Tally[]> {
  const { failed } = await building;
  return failed === 0 ? [await attempt(run)] : [];
}

/** Nothing is said of what goes well. */
async function tried(run: () => Promise<unknown>): Promise<{ code: number; output: string }> {
  try {
    await run();
    return { code: 0, output: "" };
  } catch (error) {
    return { code: 1, output: String(error) };
  }
}
