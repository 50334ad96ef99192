import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../bin/root.ts";
import { MUTANTS, type Mutant } from "./mutants.ts";

/** What a copy needs to run the tests. */
const PARTS = [
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

const copy = mkdtempSync(join(tmpdir(), "portal-mutants-"));
process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
for (const part of PARTS) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));

for (const test of new Set(MUTANTS.map(({ caughtBy }) => caughtBy))) {
  if ((await failures(test)).length > 0) throw new Error(`${test} is red before anything was broken.`);
}
let survived = 0;
for (const mutant of MUTANTS) {
  const [noticed] = await failuresOf(mutant);
  if (!noticed) survived += 1;
  console.log(`${noticed ? "caught  " : "SURVIVED"}  ${mutant.name.padEnd(72)} ${mutant.caughtBy}`);
  if (noticed) console.log(`          ${noticed}`);
}
console.log(`${MUTANTS.length - survived} passed, ${survived} failed`);
process.exitCode = survived === 0 ? 0 : 1;

/** Breaks the copy, runs the tests that must notice, and mends it again. */
async function failuresOf({ name, file, from, to, caughtBy }: Mutant): Promise<string[]> {
  const path = join(copy, file);
  const healthy = readFileSync(path, "utf8");
  if (!healthy.includes(from)) throw new Error(`"${name}" no longer fits ${file}.`);
  writeFileSync(
    path,
    healthy.replace(from, () => to),
  );
  try {
    return await failures(caughtBy);
  } finally {
    writeFileSync(path, healthy);
  }
}

/** The names of the tests that fail; a run that ends without saying so, by a crash, is nobody's catch. */
async function failures(test: string): Promise<string[]> {
  const vitest = join(copy, "node_modules/vitest/vitest.mjs");
  const report = join(copy, "report.json");
  rmSync(report, { force: true });
  const options = ["--bail=1", "--reporter=json", `--outputFile=${report}`];
  const child = spawn(process.execPath, [vitest, "run", test, ...options], { cwd: copy, stdio: "ignore" });
  await once(child, "exit");
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report;
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName),
  );
}

interface Report {
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
}
