import { expect, test } from "vitest";
import { type JudgedLine, judgeLine, listDownLines } from "./judge-line.ts";
import { UNKNOWN_HABIT } from "./line-habits.ts";
import type { LineAttempt } from "./read-attempts.ts";

/** Builds the attempts of a line, one each so many minutes: "." is delivered, "x" failed, "?" unclear. */
const buildAttempts = (outcomes: string, { typeId = 1, everyMinutes = 1 } = {}): LineAttempt[] =>
  [...outcomes].map((outcome, n) => ({
    supplierId: 1,
    networkId: 1,
    typeId,
    ident: `DT${n}`,
    phone: `+23480${typeId}${n}`,
    resellerId: n % 5,
    at: n * everyMinutes * 60_000,
    outcome: outcome === "." ? "delivered" : outcome === "x" ? "failed" : "unclear",
    text: outcome === "." ? null : "down",
  }));

const judge = (attempts: LineAttempt[], { from = -1, isBack = false } = {}): JudgedLine => {
  const line = judgeLine(attempts, { habit: UNKNOWN_HABIT, from, isBack });
  if (!line) throw new Error("There was nothing to judge.");
  return line;
};

const isDown = (outcomes: string, options?: { everyMinutes?: number }) =>
  listDownLines([judge(buildAttempts(outcomes, options))]).length > 0;

test.each([
  ["....................xxxx", false],
  ["....................xxxxx", true],
  ["....x....x....x....x....x", false],
  ["..........x.xx.xxx.xx", true],
  ["..........?????", false],
  ["..........????????", true],
])("judges a line of one purchase a minute: %s", (outcomes, expected) => {
  expect(isDown(outcomes)).toBe(expected);
});

test("judges only attempts after the last pause, and sooner when it just came back", () => {
  const attempts = buildAttempts("xxxxxxxxx...xxx");
  expect(listDownLines([judge(attempts, { from: 8 * 60_000 })])).toEqual([]);
  expect(listDownLines([judge(attempts, { from: 11 * 60_000, isBack: true })])).toHaveLength(1);
  expect(judgeLine(attempts, { habit: UNKNOWN_HABIT, from: 99 * 60_000, isBack: false })?.score).toBe(0);
});

test("describes the failures since the evidence began", () => {
  expect(judge(buildAttempts("......xx?")).evidence).toEqual({
    delivered: 0,
    failed: 2,
    unclear: 1,
    since: new Date(6 * 60_000).toISOString(),
    texts: [{ text: "down", count: 3 }],
  });
});

test("pauses the quiet lines of one network together, and leaves one that delivers", () => {
  const quiet = [1, 2, 3, 4].map((typeId) => judge(buildAttempts("..xx", { typeId, everyMinutes: 10 })));
  expect(listDownLines(quiet.slice(0, 2))).toEqual([]);
  const working = judge(buildAttempts("..x.", { typeId: 5, everyMinutes: 10 }));
  const elsewhere = { ...judge(buildAttempts("..xx", { typeId: 6, everyMinutes: 10 })), networkId: 2 };
  expect(listDownLines([...quiet, working, elsewhere]).map(({ typeId }) => typeId)).toEqual([1, 2, 3, 4]);
});
