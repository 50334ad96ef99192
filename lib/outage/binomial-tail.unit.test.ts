import { expect, test } from "vitest";
import { getBinomialTail } from "./binomial-tail.ts";
import { isUnusual } from "./list-changed-lines.ts";

test.each([
  [0, 10, 0.5, 1],
  [10, 10, 0.5, 2 ** -10],
  [1, 10, 0.5, 1 - 2 ** -10],
  [5, 10, 0.5, 0.623],
  [3, 100, 0.01, 0.0794],
])("returns the chance of %d of %d at %d", (k, n, p, chance) => {
  expect(getBinomialTail(k, n, p)).toBeCloseTo(chance, 3);
});

test.each([
  [{ count: 3, of: 3, usualShare: 0.03 }, false],
  [{ count: 4, of: 8, usualShare: 0.03 }, false],
  [{ count: 5, of: 10, usualShare: 0.03 }, true],
  [{ count: 12, of: 60, usualShare: 0.03 }, true],
  [{ count: 10, of: 60, usualShare: 0.12 }, false],
  [{ count: 80, of: 1_800, usualShare: 0.03 }, false],
])("judges %o", (failures, unusual) => {
  expect(isUnusual(failures)).toBe(unusual);
});
