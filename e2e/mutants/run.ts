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
  if ((await exitCode(test)) !== 0) throw new Error(`${test} is red before anything was broken.`);
}
let survived = 0;
for (const mutant of MUTANTS) {
  const caught = await isCaught(mutant);
  if (!caught) survived += 1;
  console.log(`${caught ? "caught  " : "SURVIVED"}  ${mutant.name.padEnd(64)} ${mutant.caughtBy}`);
}
console.log(`${MUTANTS.length - survived} passed, ${survived} failed`);
process.exitCode = survived === 0 ? 0 : 1;

/** Breaks the copy, runs the tests that must notice, and mends it again. */
async function isCaught({ name, file, from, to, caughtBy }: Mutant): Promise<boolean> {
  const path = join(copy, file);
  const healthy = readFileSync(path, "utf8");
  if (!healthy.includes(from)) throw new Error(`"${name}" no longer fits ${file}.`);
  writeFileSync(
    path,
    healthy.replace(from, () => to),
  );
  try {
    return (await exitCode(caughtBy)) !== 0;
  } finally {
    writeFileSync(path, healthy);
  }
}

async function exitCode(test: string): Promise<number> {
  const vitest = join(copy, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, "run", test, "--bail=1", "--reporter=dot"], {
    cwd: copy,
    stdio: "ignore",
  });
  const [code] = await once(child, "exit");
  return code ?? 1;
}
