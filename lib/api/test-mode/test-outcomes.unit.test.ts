import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "#bin/root";
import { getTestOutcome, TEST_NUMBERS } from "./test-outcomes.ts";

test("the page for programmers lists the numbers and outcomes of the code", () => {
  const page = readFileSync(join(ROOT, "docs/programmers.md"), "utf8");
  const rows = [...page.matchAll(/^\| (\d{4}) +\| (.+?) +\|$/gm)].map(([, digits, says]) => [digits, says]);
  const numbers = Object.entries(TEST_NUMBERS).map(([digits, { says }]) => [digits, says]);
  expect(rows).toEqual(numbers.sort());
});

test("delivers any other number at once", () => {
  expect(getTestOutcome("+2348031234567")).toMatchObject({ state: "successful", afterS: 0 });
});
