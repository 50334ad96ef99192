import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ROOT } from "#bin/root";

const OTHERS = ["node_modules", ".next", ".data", "test-results"];
const list = (pattern: string) => globSync(pattern, { cwd: ROOT, exclude: (name) => OTHERS.includes(name) });
const read = (file: string) => readFileSync(`${ROOT}${file}`, "utf8");

/** The text of all that `npm run prove` runs. */
const proofs = ["bin/check/proofs.ts", "e2e/openapi/prove-openapi.ts"].map(read).join("\n");
const wholeRun = read("bin/test.ts");

test("every proof of its own is in a part of `npm run prove`", () => {
  const files = list("**/*.prove.ts");
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => !proofs.includes(file))).toEqual([]);
});

test("every test that `npm test` leaves out runs when a change lands", () => {
  expect(list("**/*.slow.*").length).toBeGreaterThan(5);
  const [, landing = ""] = /const LANDING = \[(.*)\]/.exec(wholeRun) ?? [];
  expect(landing.match(/\w+/g)).toEqual(["slow"]);
  expect(proofs).toContain(`slow: () => runVitest([".slow."]`);
  expect(read(".ci/run")).toContain("npm test -- --landing");
});

test("every test of a whole system is in a project that `npm test` or `npm run prove` runs", () => {
  const config = read("playwright.config.ts");
  const projects = [...config.matchAll(/name: "(\w+)"[^}]*?testMatch: "([^"]+)"/g)];
  expect(projects.length).toBeGreaterThan(4);
  for (const [, name] of projects)
    expect(proofs.includes(`--project=${name}`) || wholeRun.includes(`"${name}"`), name).toBe(true);
  const matched = new Set(projects.flatMap(([, , pattern]) => list(`e2e/${pattern}`)));
  const tests = list("e2e/**/*.{phone,desktop,both,system,alone,chaos}.ts");
  expect(tests.filter((file) => !matched.has(file))).toEqual([]);
});

test("every project with tests for `npm run prove` alone is in one of its parts", () => {
  for (const [ending, project] of [
    ["phone", "phone"],
    ["desktop", "desktop"],
    ["system", "system"],
    ["alone", "guard"],
  ])
    for (const file of list(`e2e/**/*.${ending}.ts`))
      if (read(file).includes("@prove")) expect(proofs).toMatch(new RegExp(`--project=${project}".*@prove`));
});
