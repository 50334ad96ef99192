import { expect, test } from "vitest";
import { judgePrices, type PriceReading, type PriceTurn } from "./judge-prices.ts";

/** A plan at 100, at 115 from 50 on, at 100 again from 80 on; another plan that doesn't change. */
const TURNS: PriceTurn[] = [
  { planId: 7, price: 100n, began: 0 },
  { planId: 8, price: 300n, began: 0 },
  { planId: 7, price: 115n, began: 50 },
  { planId: 7, price: 100n, began: 80 },
];

const read = (start: number, price: bigint, caller = "a"): PriceReading => ({
  ...{ caller, start, end: start + 5 },
  prices: [
    [7, price],
    [8, 300n],
  ],
});

const findBroken = (...readings: PriceReading[]) => judgePrices(readings, TURNS).broken;

test("accepts prices that come late, in their order, and others by another caller", () => {
  const readings = [read(10, 100n), read(60, 100n), read(70, 115n), read(85, 115n), read(90, 100n)];
  const readingsOfB = [
    read(72, 100n, "b"),
    read(95, 100n, "b"),
    { ...read(1, 77n, "b"), prices: [[7, 77n] as const] },
  ];
  expect(judgePrices([...readings, ...readingsOfB], TURNS)).toMatchObject({ checked: 14, broken: [] });
});

test.each<[string, PriceReading[], string]>([
  [
    "an older price after a newer one",
    [read(10, 100n), read(60, 115n), read(70, 100n)],
    "a read of plan 7: 115 (60–65 ms), then 100 (70–75 ms)",
  ],
  [
    "a rise that comes again after it was taken back",
    [read(60, 115n), read(90, 100n), read(95, 115n)],
    "a read of plan 7: 100 (90–95 ms), then 115 (95–100 ms)",
  ],
  ["a price before it was listed", [read(40, 115n)], "a read of plan 7: 115 (40–45 ms)"],
])("rejects %s, by the two responses that show it", (_, readings, said) => {
  expect(findBroken(...readings)).toEqual([said]);
});
