import { expect, test } from "vitest";
import { compareForBuyer, listPeriods } from "./compare-plans.ts";

const plan = (size: string, volume: string, validity: string, price: bigint) => ({
  size,
  volume,
  validity,
  period: validity === "30 Days" ? "Monthly" : validity,
  price,
});

test("sorts plans by size, validity and price, and periods from the shortest", () => {
  const plans = [
    plan("1", "GB", "30 Days", 90n),
    plan("1", "GB", "1 Day", 50n),
    plan("500", "MB", "7 Days", 99n),
    plan("1", "GB", "30 Days", 80n),
  ];
  expect(plans.toSorted(compareForBuyer).map(({ price }) => price)).toEqual([99n, 50n, 80n, 90n]);
  expect(listPeriods(plans)).toEqual(["1 Day", "7 Days", "Monthly"]);
});
