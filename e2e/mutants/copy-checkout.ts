import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "#bin/root";
import type { Mutant } from "./mutants.ts";

/** The paths that a copy needs to run tests and worlds. */
const COPIED = [
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

/** Copies the checkout, so that it can be broken. @returns the copy's directory */
export function copyCheckout(): string {
  const copy = mkdtempSync(join(tmpdir(), "portal-mutants-"));
  for (const part of COPIED) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/** Applies a mutant to the copy, judges it, and restores the copy. */
export async function judgeMutant<T>(
  copy: string,
  { name, file, from, to }: Mutant,
  judge: () => Promise<T>,
): Promise<T> {
  const path = join(copy, file);
  const healthy = readFileSync(path, "utf8");
  if (!healthy.includes(from)) throw new Error(`"${name}" no longer fits ${file}.`);
  writeFileSync(
    path,
    healthy.replace(from, () => to),
  );
  try {
    return await judge();
  } finally {
    writeFileSync(path, healthy);
  }
}
