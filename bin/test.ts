import { buildIfChanged } from "./build/build-if-changed.ts";
import { check, staticChecks } from "./check/static-checks.ts";
import { conclude, type Tally } from "./check/tally.ts";
import { attempt, playwright, vitest } from "./check/test-runs.ts";

const tallies: Tally[] = [...(await staticChecks()), await attempt(vitest)];
const build = await check("build", async () => {
  try {
    await buildIfChanged(() => {});
    return { code: 0, output: "" };
  } catch (error) {
    return { code: 1, output: String(error) };
  }
});
tallies.push(build);
if (build.failed === 0) tallies.push(await attempt(playwright));
conclude(tallies);
