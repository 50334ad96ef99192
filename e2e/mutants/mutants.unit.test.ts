import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MUTANTS } from "./mutants.ts";

test.each(MUTANTS)("$name: still breaks exactly one place", ({ file, from, caughtBy }) => {
  expect(readFileSync(file, "utf8").split(from)).toHaveLength(2);
  expect(readFileSync(caughtBy, "utf8")).toMatch(/\b(test|it)[.(]/);
});

test("reads every line of the mutants", () => {
  const lines = globSync("e2e/mutants/*.diff").flatMap((file) => readFileSync(file, "utf8").split("\n"));
  expect(lines.filter((line) => !/^([-+#]|@@ |$)/.test(line))).toEqual([]);
});
