import { expect, test } from "vitest";
import { separateCheapest } from "./separate-cheapest.ts";

const plan = (id: number, size: string, validity: string, price: bigint) => ({ id, size, validity, price });

test("separates the cheapest plan of each size and validity, the first of equal prices", () => {
  const plans = [
    plan(1, "1 GB", "7 Days", 87_000n),
    plan(2, "1 GB", "7 Days", 62_000n),
    plan(3, "1 GB", "30 Days", 90_000n),
    plan(4, "2 GB", "7 Days", 99_000n),
    plan(5, "1 GB", "7 days", 62_000n),
  ];
  const { cheapest, others } = separateCheapest(plans, (each) => each);
  expect(cheapest.map(({ id }) => id)).toEqual([2, 3, 4]);
  expect(others.map(({ id }) => id)).toEqual([1, 5]);
});
