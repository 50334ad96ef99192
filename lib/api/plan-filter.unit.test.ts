import { expect, test } from "vitest";
import type { Plan } from "#lib/catalogue/catalogue";
import { createPlanFilter } from "./plan-filter.ts";
import { FilterQuery } from "./requests.ts";

const passes = (query: FilterQuery) => createPlanFilter(query)({ amount: 39_010n } as Plan);

test.each([
  [{ min_price: "390.10" }, true],
  [{ min_price: "390.1" }, true],
  [{ min_price: "390.101" }, false],
  [{ max_price: "390.10" }, true],
  [{ max_price: "390.099999" }, false],
  [{ max_price: "1,000" }, true],
  [{ min_price: "-5" }, true],
  [{ max_price: "-5" }, false],
  [{ min_price: ".5", max_price: "400" }, true],
])("%o on 390.10: %s", (query, expected) => {
  expect(passes(FilterQuery.parse(query))).toBe(expected);
});

test.each(["", ".", "cheap", "1,2", "1e3", "--1", "Infinity"])("rejects %s as a price", (min_price) => {
  expect(FilterQuery.safeParse({ min_price }).success).toBe(false);
});
