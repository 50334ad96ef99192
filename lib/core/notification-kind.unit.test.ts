import { expect, test } from "vitest";
import { factPlan } from "./notification-kind.ts";

test("formats the network of a plan as people write it", () => {
  expect(factPlan("9MOBILE 1 GB")).toBe("9mobile 1 GB");
  expect(factPlan("GLO 350 MB")).toBe("Glo 350 MB");
  expect(factPlan("NEWCOMER 1 GB")).toBe("NEWCOMER 1 GB");
  expect(factPlan(null)).toBe("");
});
