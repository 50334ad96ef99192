import { expect, test } from "vitest";
import { describeBalanceChange } from "./describe-balance-change.ts";

const link = (before: bigint, after: bigint) => ({ ident: "DT1", at: new Date(0), before, after });
const describe = (last: bigint, next: bigint) =>
  describeBalanceChange({
    cost: 18_100n,
    around: { before: link(0n, last), after: link(next, 0n) },
  });

test("names the cost where the balance fell by just that, and never a delivery", () => {
  expect(describe(100_000n, 81_900n)).toEqual({
    known: "Balance fell by ₦181, as much as this purchase costs.",
    unknown: "It doesn’t show whether the data arrived.",
  });
  for (const next of [100_000n, 81_900n, 70_000n, 120_000n])
    expect(Object.values(describe(100_000n, next) ?? {}).join(" ")).not.toMatch(/delivered/i);
});

test("says what else the balance did", () => {
  expect(describe(100_000n, 100_000n)?.known).toBe("Balance didn’t change.");
  expect(describe(100_000n, 60_000n)?.known).toBe("Balance fell by ₦400, and this purchase costs ₦181.");
  expect(describe(100_000n, 110_000n)?.known).toBe("Balance rose by ₦100, and this purchase costs ₦181.");
});

test("says nothing without a balance on both sides", () => {
  const before = link(0n, 100_000n);
  expect(describeBalanceChange({ cost: 1n, around: { before, after: null } })).toBeUndefined();
  expect(describeBalanceChange({ cost: 1n, around: { before: null, after: before } })).toBeUndefined();
});
