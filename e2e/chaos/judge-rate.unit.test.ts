import { expect, test } from "vitest";
import type { Call } from "./history.ts";
import { judgeRate } from "./judge-rate.ts";

const call = (ref: string, start: number, end: number | null, more: Partial<Call> = {}): Call => ({
  ...{ reseller: 1, channel: "api", ref, planId: 7, networkId: 1, start, end },
  ...more,
});

/** As many purchases, one a second, each answered within its second. */
const buy = (count: number, more: Partial<Call> = {}) =>
  Array.from({ length: count }, (_, n) =>
    call(`r${n}`, n * 1_000, n * 1_000 + 500, { told: "pending", ...more }),
  );

const findBroken = (calls: readonly Call[]) => judgeRate(calls).flatMap(({ broken }) => broken);

test("accepts thirty in a minute, a rejection of the next, and any number on pages or of one ref", () => {
  const denied = call("late", 30_000, 30_010, { told: "rejected", reason: "rate" });
  const again = buy(30).map((each) => ({ ...each, ref: "r0", start: 40_000, end: 40_001 }));
  const calls = [...buy(30), denied, ...again, ...buy(50, { channel: "web" })];
  expect(judgeRate(calls)).toMatchObject([
    { checked: 30, broken: [] },
    { checked: 1, broken: [] },
  ]);
});

test("rejects a minute with one more, also where it was then denied for another reason", () => {
  const [bought] = findBroken([...buy(30), call("one-more", 59_000, 59_400, { told: "pending" })]);
  expect(bought).toMatch(/^1 bought 31 within a minute: r0, .* one-more$/);
  const denied = call("one-more", 59_000, 59_400, { told: "rejected", reason: "network" });
  expect(findBroken([...buy(30), denied])).toHaveLength(1);
});

test("accepts one more whose place may have been in the next minute, or in one long before", () => {
  expect(findBroken([...buy(30), call("slow", 59_000, 60_001, { told: "pending" })])).toEqual([]);
  const early = [call("early", -9_000, null), call("early", 59_000, 59_400, { told: "pending" })];
  expect(findBroken([...early, ...buy(30)])).toEqual([]);
});

test("starts to count again after the database was killed, and whole ones before and after", () => {
  const calls = [...buy(30), call("one-more", 59_000, 59_400, { told: "pending" })];
  const judge = (from: number, until: number) =>
    judgeRate(calls, [{ from, until }]).flatMap(({ broken }) => broken);
  expect(judge(30_200, 30_400)).toEqual([]);
  expect([...judge(-500, -1), ...judge(60_000, 61_000)]).toHaveLength(2);
});

test("rejects a rejection with too few before it, and counts those without a response", () => {
  const denied = call("late", 61_000, 61_010, { told: "rejected", reason: "rate" });
  expect(findBroken([...buy(30), denied])).toEqual([
    "1 late reported rejected (61000–61010 ms) for the rate, with 29 others",
  ]);
  expect(findBroken([...buy(30), call("lost", -70_000, null), denied])).toEqual([]);
});
