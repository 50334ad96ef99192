import { expect, test } from "vitest";
import { isBelowPrice } from "./below-price.ts";

test("knows a selling price below the reseller's price", () => {
  expect([999n, 1_000n, undefined].map((sellingPrice) => isBelowPrice(sellingPrice, 1_000n))).toEqual([
    true,
    false,
    false,
  ]);
});
