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

test("is short of memory above 85 % of the limit only, and never without one", () => {
  const isShort = (used: number, limit?: number) => createMemoryGuard({ limit, readUsedBytes: () => used })();
  expect([isShort(84, 100), isShort(86, 100), isShort(1e12)]).toEqual([false, true, false]);
});
