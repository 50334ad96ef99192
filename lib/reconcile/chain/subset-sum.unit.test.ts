import fc from "fast-check";
import { expect, test } from "vitest";
import { getSubsetMembership, listSubsets } from "./subset-sum.ts";

test("says of each amount what all sets that sum to the target have in common, as if they were listed", () => {
  const amount = fc.integer({ min: -6, max: 6 }).map((units) => BigInt(units) * 50n);
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 9 }), fc.oneof(amount, fc.constant(25n)), (amounts, target) => {
      const sets = listSubsets(amounts, target, { steps: 1_000_000 }) ?? [];
      const expected = {
        some: amounts.map((_, index) => sets.some((set) => set.includes(index))),
        notAll: amounts.map((_, index) => sets.some((set) => !set.includes(index))),
      };
      expect(getSubsetMembership(amounts, target)).toEqual(sets.length > 0 ? expected : undefined);
    }),
    { numRuns: 2000 },
  );
});
