import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ROOT } from "#bin/root";
import { WITHOUT_SLOW } from "./test-runs.ts";

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

/** Lists the files that vitest runs. */
const listRun = (variables: object) =>
  execFileSync(process.execPath, [`${ROOT}node_modules/vitest/vitest.mjs`, "list", "--filesOnly"], {
    ...{ cwd: ROOT, encoding: "utf8", env: { ...process.env, ...variables } },
  })
    .trim()
    .split("\n")
    .sort();

test("every test that `npm test` leaves out runs when a change lands", () => {
  const all = listRun({ WITHOUT_SLOW: "", PROVE: "" });
  expect(all.length).toBeGreaterThan(300);
  const isSlow = (file: string) => file.includes(".slow.");
  expect(all.filter(isSlow).length).toBeGreaterThan(5);
  expect(listRun({ ...WITHOUT_SLOW, PROVE: "" })).toEqual(all.filter((file) => !isSlow(file)));
  expect(proofs).toContain(`slow: () => runVitest([".slow."]`);
  expect(wholeRun).toContain(
    `"--landing": async () => [...(await runAll(WITHOUT_SLOW)), ...(await runProofs(LANDING))]`,
  );
  expect(wholeRun).toContain(`const LANDING = ["slow"]`);
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
