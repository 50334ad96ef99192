import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Ctx } from "./context.ts";
import { shareResult } from "./share-result.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const ctx = {} as Ctx;

test("reads once for all callers with the same key, until its time is over", async () => {
  const read = vi.fn(async (_: Ctx, key: number) => key * 10);
  const get = shareResult(1_000, read);
  expect(await Promise.all([get(ctx, 1), get(ctx, 1), get(ctx, 2)])).toEqual([10, 10, 20]);
  vi.advanceTimersByTime(999);
  await get(ctx, 1);
  expect(read).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1);
  await get(ctx, 1);
  expect(read).toHaveBeenCalledTimes(3);
});

test("reads again after a failure", async () => {
  const get = shareResult(1_000, vi.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValue("here"));
  await expect(get(ctx, "key")).rejects.toThrow("away");
  expect(await get(ctx, "key")).toBe("here");
});
