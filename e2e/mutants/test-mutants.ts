import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Tally } from "#bin/check/tally";
import { ROOT } from "#bin/root";
import { MUTANTS, type Mutant } from "./mutants.ts";

/** The paths that a copy needs to run the tests. */
const TEST_PROJECTS = [
  "app",
  "bin",
  "db",
  "e2e",
  "lib",
  "sandbox",
  "package.json",
  "tsconfig.json",
  "vitest.config.ts",
];

/** Tests each mutant, or those whose list, file or name contains `only`, on a copy of the checkout, and reports which failed. */
export async function testMutants(only = ""): Promise<Tally> {
  const mutants = MUTANTS.filter(({ list, file, name }) => `${list} ${file} ${name}`.includes(only));
  const copy = mkdtempSync(join(tmpdir(), "portal-mutants-"));
  try {
    for (const part of TEST_PROJECTS) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
    symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
    const tally = { passed: 0, failed: 0 };
    for (const [test, own] of Map.groupBy(mutants, ({ caughtBy }) => caughtBy)) {
      const healthy = await runTestFile(copy, test);
      const red = healthy.success ? undefined : (listFailedTests(healthy)[0] ?? "It can't be read.");
      if (red) console.log(`${test} is red before anything was broken: ${red}`);
      for (const mutant of own) {
        const report = red ? healthy : await testMutant(copy, mutant);
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

/** Applies a mutant to the copy, runs the tests that must fail, and restores the copy. */
async function testMutant(copy: string, { name, file, from, to, caughtBy }: Mutant): Promise<VitestReport> {
  const path = join(copy, file);
  const healthy = readFileSync(path, "utf8");
  if (!healthy.includes(from)) throw new Error(`"${name}" no longer fits ${file}.`);
  writeFileSync(
    path,
    healthy.replace(from, () => to),
  );
  try {
    return await runTestFile(copy, caughtBy);
  } finally {
    writeFileSync(path, healthy);
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
