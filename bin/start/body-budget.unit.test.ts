import { expect, test } from "vitest";
import { createBodyBudget, type HeldBody } from "./body-budget.ts";

/** Incomplete bodies that record their eviction. */
function incompleteBodies() {
  const evicted: string[] = [];
  const body = (caller: string, name: string): HeldBody => ({
    caller,
    bytes: 0,
    evict: () => evicted.push(name),
  });
  return { evicted, body };
}

test("evicts the oldest incomplete body of the caller with the most bytes", () => {
  const { evicted, body } = incompleteBodies();
  const budget = createBodyBudget(100);
  const [honest, first, second] = [body("a", "honest"), body("b", "first"), body("b", "second")];
  expect(budget.reserve(honest, 30)).toBe(true);
  expect(budget.reserve(first, 30)).toBe(true);
  expect(budget.reserve(second, 30)).toBe(true);
  expect(budget.reserve(honest, 20)).toBe(true);
  expect(evicted).toEqual(["first"]);
});

test("rejects a body while complete ones fill the budget, and accepts it once one is released", () => {
  const { evicted, body } = incompleteBodies();
  const budget = createBodyBudget(100);
  const complete: HeldBody = { caller: "a", bytes: 0 };
  expect(budget.reserve(complete, 90)).toBe(true);
  expect(budget.reserve({ caller: "b", bytes: 0 }, 20)).toBe(false);
  budget.release(complete);
  budget.release(complete);
  expect(budget.reserve(body("b", "later"), 100)).toBe(true);
  expect(evicted).toEqual([]);
});
