import { expect, test } from "vitest";
import { createMemoryGuard, findMemoryLimit } from "./memory-guard.ts";

test("finds the limit of a group, and none where the whole machine may be used", () => {
  const total = 2 * 1024 ** 3;
  expect(findMemoryLimit(600 * 1024 ** 2, total)).toBe(600 * 1024 ** 2);
  expect([0, total, 2 ** 64].map((limit) => findMemoryLimit(limit, total))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("rejects more the nearer the limit is, and nothing without one", () => {
  const stateAt = (used: number, limit?: number) => createMemoryGuard({ limit, readUsedBytes: () => used })();
  expect([84, 86, 91, 96].map((used) => stateAt(used, 100))).toEqual([
    ...["calm", "short", "shorter", "critical"],
  ]);
  expect(stateAt(1e12)).toBe("calm");
});
