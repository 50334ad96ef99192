import { buildIfChanged } from "./build/build-if-changed.ts";
import { check, staticChecks } from "./check/static-checks.ts";
import { sum, type Tally, tallyLine } from "./check/tally.ts";
import { playwright, vitest } from "./check/test-runs.ts";

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

const tally = sum(tallies);
console.log(`\n${tallyLine(tally)}`);
process.exitCode = tally.failed > 0 ? 1 : 0;

async function attempt(run: () => Promise<Tally>): Promise<Tally> {
  try {
    return await run();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  }
}
