import { expect, test } from "vitest";
import type { NextSupplier } from "#lib/dispatch/next-suppliers";
import { describeNext } from "./describe-next.ts";

const supplier = (name: string, cost: bigint, facts: Partial<NextSupplier> = {}): NextSupplier => ({
  ...{ id: 1, name, cost, stopped: false, comesLast: false, isFirst: false },
  ...facts,
});
const a = supplier("A", 100_00n);
const b = supplier("B", 120_00n);

test("names the cheapest, the preferred, the plan's own and the only supplier", () => {
  expect(describeNext("cost", [a, b], 150_00n)).toBe("A at ₦100, the cheapest open supplier.");
  expect(describeNext("rank", [b, a], 150_00n)).toBe("B at ₦120, the preferred open supplier.");
  expect(describeNext("first", [{ ...b, isFirst: true }, a], 150_00n)).toBe(
    "B at ₦120, first for this plan.",
  );
  expect(describeNext("rank", [a], 150_00n)).toBe("A at ₦100, the only open supplier.");
});

test("leaves out a supplier that costs more than the price, or is stopped", () => {
  expect(describeNext("rank", [b, a], 110_00n)).toBe("A at ₦100, the only supplier at or below the price.");
  expect(describeNext("cost", [{ ...a, stopped: true }, b], 150_00n)).toBe(
    "B at ₦120, the only open supplier.",
  );
  expect(describeNext("cost", [a, b], 90_00n)).toBe("no supplier. None sells this plan at this price now.");
});

test("says why a cheaper supplier that is passed over isn't next", () => {
  const poor = { ...a, comesLast: true };
  const c = supplier("C", 130_00n);
  expect(describeNext("cost", [b, c, poor], 150_00n)).toBe(
    "B at ₦120, the cheapest supplier that delivers reliably.",
  );
  expect(describeNext("cost", [b, poor], 150_00n)).toBe(
    "B at ₦120, the only supplier that delivers reliably.",
  );
});

test("says that nothing is sent", () => {
  expect(describeNext(null, [a, b], 150_00n)).toBe("no supplier. Sending is stopped.");
  expect(describeNext(null, [], 150_00n)).toBe("no supplier. None sells this plan at this price now.");
});
