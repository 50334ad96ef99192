import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { ROOT } from "#bin/root";

/**
 * Lists the tests of whole systems that a change since `base` concerns:
 * by its modules, pages, and the tests themselves.
 */
export function findChangedJourneys(base: string): string[] {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" });
  const files = `${git("diff", "--name-only", base)}${git("ls-files", "--others", "--exclude-standard")}`;
  return chooseJourneys(files.split("\n"), (file) => readFileSync(`${ROOT}${file}`, "utf8"));
}

/** @param read returns a test's text, in which it names modules that it calls and addresses that it opens. */
export function chooseJourneys(changed: readonly string[], read: (file: string) => string): string[] {
  const needles = new Set(changed.flatMap(toNeedles));
  return globSync("e2e/*.{phone,desktop,both,system,alone}.ts", { cwd: ROOT })
    .toSorted()
    .filter((file) => {
      if (changed.includes(file)) return true;
      const text = read(file);
      return [...needles].some((needle) => text.includes(needle));
    });
}

/** Returns what a test of this file would say: `#lib/wallet/`, or `"/wallet`. */
function toNeedles(file: string): string[] {
  const [, module] = /^lib\/([^/]+)\/.*(?<!\.test)\.ts$/.exec(file) ?? [];
  if (module) return module === "core" || module === "testing" ? [] : [`#lib/${module}/`];
  const [, route] = /^app\/((?:\([^/]+\)\/|[a-z-]+\/)*)[^/]*\.tsx?$/.exec(file) ?? [];
  const path = route?.replace(/\([^/]+\)\//g, "").replace(/\/$/, "");
  return path && !path.startsWith("ui") ? [`"/${path}`, `\`/${path}`] : [];
}
