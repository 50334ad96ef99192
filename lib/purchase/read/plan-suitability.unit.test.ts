import { expect, test } from "vitest";
import { isPlanUnsuitable } from "./plan-suitability.ts";

const failed = (outcome: string | null) => ({ state: "failed" as const, outcome });
const tries = (result: string) => [{ result: "throttled" }, { result }];

test("tells a plan that a network doesn't sell to a number from any other failure", () => {
  const text = "The recipient 08031234567 is not eligible for this plan. Please try another plan.";
  expect(isPlanUnsuitable(failed(text), tries("failed"))).toBe(true);
  expect(isPlanUnsuitable(failed("Any words"), tries("invalid"))).toBe(true);
  expect(isPlanUnsuitable(failed("The network is busy."), tries("failed"))).toBe(false);
  expect(isPlanUnsuitable(failed(null), [])).toBe(false);
  expect(isPlanUnsuitable({ state: "successful", outcome: "not eligible" }, tries("successful"))).toBe(false);
});
