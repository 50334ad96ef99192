import { expect, test } from "vitest";
import { isPlanUnsuitable } from "./plan-suitability.ts";

const failed = (outcome: string | null) => ({ state: "failed" as const, outcome });

test("tells a plan that a network doesn't sell to a number from any other failure", () => {
  expect(
    isPlanUnsuitable(
      failed("The recipient 08031234567 is not eligible for this plan. Please try another plan."),
    ),
  ).toBe(true);
  expect(isPlanUnsuitable(failed("The network doesn’t offer this plan for this number."))).toBe(true);
  expect(isPlanUnsuitable(failed("The network is busy."))).toBe(false);
  expect(isPlanUnsuitable(failed(null))).toBe(false);
  expect(isPlanUnsuitable({ state: "successful", outcome: "not eligible" })).toBe(false);
});
