import fc from "fast-check";
import { expect, test } from "vitest";
import { forecastWallet } from "./wallet-forecast.ts";

const today = "2026-11-29";
const before = (days: number) => Temporal.PlainDate.from(today).subtract({ days }).toString();
/** Sales of ₦1,000 on each of the last days. */
const sell = (days: number) =>
  Array.from({ length: days }, (_, n) => ({ day: before(n + 1), spent: 100_000n }));

test("forecasts a short balance by the average of the past days, and a top-up for a week", () => {
  const past = sell(7);
  expect(forecastWallet({ today, balance: 250_000n, past })).toEqual({
    days: 2,
    by: "2026-12-01",
    topUp: 450_000n,
  });
  expect(forecastWallet({ today, balance: 99_999n, past })).toEqual({ days: 0, by: today, topUp: 650_000n });
  expect(forecastWallet({ today, balance: -1n, past })).toMatchObject({ days: 0, topUp: 750_000n });
  // Days without sales count, from the first one on.
  const some = past.filter((_, n) => n % 3 === 0);
  expect(forecastWallet({ today, balance: 100_000n, past: some })).toMatchObject({ days: 2 });
});

test("forecasts nothing for a balance of three days, and where too little was sold to be usual", () => {
  expect(forecastWallet({ today, balance: 300_000n, past: sell(7) })).toBeNull();
  expect(forecastWallet({ today, balance: 0n, past: sell(2) })).toBeNull();
  expect(forecastWallet({ today, balance: 0n, past: [] })).toBeNull();
  const unspent = sell(7).map(({ day }) => ({ day, spent: 0n }));
  expect(forecastWallet({ today, balance: 0n, past: unspent })).toBeNull();
});

test("never promises more days than the balance pays for, and the top-up fills a week", () => {
  fc.assert(
    fc.property(
      fc.bigInt(-1_000_000_000n, 1_000_000_000n),
      fc.array(fc.bigInt(0n, 100_000_000n), { minLength: 7, maxLength: 7 }),
      (balance, amounts) => {
        const past = amounts.map((spent, n) => ({ day: before(n + 1), spent }));
        const forecast = forecastWallet({ today, balance, past });
        if (!forecast) return;
        const sold = past.filter(({ spent }) => spent > 0n);
        const length = BigInt(
          Math.max(...sold.map(({ day }) => past.findIndex((sale) => sale.day === day) + 1)),
        );
        const total = sold.reduce((sum, { spent }) => sum + spent, 0n);
        expect(BigInt(forecast.days) * total).toBeLessThanOrEqual((balance > 0n ? balance : 0n) * length);
        expect((balance + forecast.topUp) * length).toBeGreaterThanOrEqual(7n * total);
      },
    ),
  );
});
