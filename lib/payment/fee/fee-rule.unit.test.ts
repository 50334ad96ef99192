import fc from "fast-check";
import { expect, test } from "vitest";
import { calculateFee, calculateGross, calculatePayment, type FeeRule, sortByFee } from "./fee-rule.ts";

const PAYSTACK: FeeRule = {
  ...{ rate: 150, fixed: 10_000n, fixedFrom: 250_000n, maxFee: 200_000n },
  ...{ levy: 0n, levyFrom: 0n },
};
const LEVIED: FeeRule = { ...PAYSTACK, levy: 5_000n, levyFrom: 1_000_000n };

test.each([
  [100_000n, 1_500n],
  [249_999n, 3_750n],
  [250_000n, 13_750n],
  [500_000n, 17_500n],
  [50_000_000n, 200_000n],
])("takes 1.5 %% and ₦100 from ₦2,500 on, at most ₦2,000: %s costs %s", (gross, fee) => {
  expect(calculateFee(PAYSTACK, gross)).toBe(fee);
});

test.each([
  [999_999n, 25_000n],
  [1_000_000n, 30_000n],
  [50_000_000n, 205_000n],
])("takes a levy of ₦50 from ₦10,000 on beside the fee and above its maximum: %s costs %s", (gross, fee) => {
  expect(calculateFee(LEVIED, gross)).toBe(fee);
});

const rules = fc.record({
  rate: fc.integer({ min: 0, max: 5_000 }),
  fixed: fc.bigInt({ min: 0n, max: 100_000n }),
  fixedFrom: fc.bigInt({ min: 0n, max: 1_000_000n }),
  maxFee: fc.option(fc.bigInt({ min: 0n, max: 500_000n })),
  levy: fc.bigInt({ min: 0n, max: 20_000n }),
  levyFrom: fc.bigInt({ min: 0n, max: 2_000_000n }),
});
const amounts = fc.bigInt({ min: 1n, max: 100_000_000n });

test("pays enough after the fee, whatever the rule", () => {
  fc.assert(
    fc.property(rules, amounts, (rule, net) => {
      const gross = calculateGross(rule, net, 100n);
      expect(gross % 100n).toBe(0n);
      expect(gross - calculateFee(rule, gross)).toBeGreaterThanOrEqual(net);
    }),
  );
});

test("pays no more than needed", () => {
  fc.assert(
    fc.property(rules, fc.bigInt({ min: 1n, max: 2_000n }), (rule, net) => {
      const small = {
        ...{ ...rule, fixed: rule.fixed % 500n, fixedFrom: rule.fixedFrom % 3_000n },
        ...{ levy: rule.levy % 300n, levyFrom: rule.levyFrom % 3_000n },
      };
      const gross = calculateGross(small, net, 1n);
      for (let less = net; less < gross; less += 1n)
        expect(less - calculateFee(small, less)).toBeLessThan(net);
    }),
  );
});

test("stays within the limits of a payment", () => {
  const limits = { feeBearer: "reseller", minAmount: 10_000n, maxAmount: 300_000n, unit: 100n } as const;
  expect(calculatePayment(PAYSTACK, 20_000n, limits)).toBe(20_400n);
  expect(calculatePayment(PAYSTACK, 100n, limits)).toBe(10_000n);
  expect(calculatePayment(PAYSTACK, 900_000n, limits)).toBe(300_000n);
  expect(calculatePayment(null, 20_001n, limits)).toBe(20_001n);
  expect(calculatePayment(PAYSTACK, 20_001n, { ...limits, feeBearer: "operator" })).toBe(20_001n);
});

test("sorts methods by the fee of this payment, unknown ones last", () => {
  const methods = [
    { name: "unknown", rule: null },
    { name: "paystack", rule: PAYSTACK },
    { name: "two percent", rule: { ...PAYSTACK, rate: 200, fixed: 0n, fixedFrom: 0n, maxFee: null } },
  ];
  const sortNames = (gross: bigint) => sortByFee(methods, gross).map(({ name }) => name);
  expect(sortNames(100_000n)).toEqual(["paystack", "two percent", "unknown"]);
  expect(sortNames(300_000n)).toEqual(["two percent", "paystack", "unknown"]);
});
