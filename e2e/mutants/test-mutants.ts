import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Tally } from "#bin/check/tally";
import { copyCheckout, judgeMutant } from "./copy-checkout.ts";
import { selectMutants } from "./mutants.ts";

/** Tests each mutant, or those whose list, file or name contains `only`, on a copy of the checkout. */
export async function testMutants(only = ""): Promise<Tally> {
  const copy = copyCheckout();
  try {
    const tally = { passed: 0, failed: 0 };
    for (const [test, own] of Map.groupBy(selectMutants(only), ({ caughtBy }) => caughtBy)) {
      const healthy = await runTestFile(copy, test);
      const red = healthy.success ? undefined : (listFailedTests(healthy)[0] ?? "It can't be read.");
      if (red) console.log(`${test} is red before anything was broken: ${red}`);
      for (const mutant of own) {
        const report = red ? healthy : await judgeMutant(copy, mutant, () => runTestFile(copy, test));
        const [noticed] = red ? [] : listFailedTests(report);
        tally[noticed ? "passed" : "failed"] += 1;
        // A mutant that can't be read fails as well, without a failed test.
        const result = noticed ? "caught" : report.success ? "SURVIVED" : "UNKNOWN";
        console.log(`${result.padEnd(10)}${mutant.name.padEnd(72)} ${test}`);
        if (noticed) console.log(`          ${noticed}`);
      }
    }
    return tally;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function runTestFile(copy: string, test: string): Promise<VitestReport> {
  const vitest = join(copy, "node_modules/vitest/vitest.mjs");
  const report = join(copy, "report.json");
  rmSync(report, { force: true });
  const options = ["--bail=1", "--reporter=json", `--outputFile=${report}`];
  const child = spawn(process.execPath, [vitest, "run", test, ...options], {
    cwd: copy,
    // What a mutant breaks may be waited for in vain; a share of the long tests is enough to notice.
    env: { ...process.env, PROVE: "", TEST_PATIENCE_S: "30" },
    stdio: "ignore",
  });
  await once(child, "exit");
  return JSON.parse(readFileSync(report, "utf8")) as VitestReport;
}

/** Lists the names of failed tests; a file that fails outside its tests, by a crash, doesn't count. */
function listFailedTests({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName),
  );
}

interface VitestReport {
  /** Whether every file was read and every test passed. */
  success: boolean;
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
}
