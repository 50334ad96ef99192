import { buildIfChanged } from "./build/build-if-changed.ts";
import { check, staticChecks } from "./check/static-checks.ts";
import { conclude, type Tally } from "./check/tally.ts";
import { attempt, playwright, vitest } from "./check/test-runs.ts";

const BROWSER = ["--project=phone", "--project=desktop"];
const SYSTEMS = ["--project=system", "--project=guard", "--project=matrix"];

// The build before all tests: beside them it takes four times as long, and the browser, which takes longest, waits for it.
const [checks, built] = await Promise.all([staticChecks(), check("build", build)]);
// Two lanes, because one waits much of its time: what people see in a browser, and everything below it.
const lanes = await Promise.all([
  onBuild(() => playwright(BROWSER, "browser")),
  attempt(vitest).then(async (tally) => [tally, ...(await onBuild(() => playwright(SYSTEMS, "systems")))]),
]);
conclude([...checks, built, ...lanes.flat()]);

/** Runs what needs the production build; nothing when it failed. */
async function onBuild(run: () => Promise<Tally>): Promise<Tally[]> {
  return built.failed === 0 ? [await attempt(run)] : [];
}

async function build(): Promise<{ code: number; output: string }> {
  try {
    await buildIfChanged(() => {});
    return { code: 0, output: "" };
  } catch (error) {
    return { code: 1, output: String(error) };
  }
}
