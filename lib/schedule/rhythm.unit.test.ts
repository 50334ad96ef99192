import { expect, test } from "vitest";
import { atClock } from "#lib/core/time";
import { dueAfter, dueFrom, nextDays, type Rhythm } from "./rhythm.ts";
import { sayRhythm } from "./words.ts";

const rhythm = (given: Partial<Rhythm>): Rhythm => ({
  ...{ unit: "month", every: 1, firstOn: "2026-01-31", untilOn: null, clock: "08:00" },
  ...given,
});
const days = (given: Partial<Rhythm>, count: number) => {
  const one = rhythm(given);
  return nextDays(one, one.firstOn, count).map(({ day }) => day);
};

test("a month without the day takes its last one, and the day comes back after it", () => {
  expect(days({}, 5)).toEqual(["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]);
  expect(days({ firstOn: "2028-01-30" }, 3)).toEqual(["2028-01-30", "2028-02-29", "2028-03-30"]);
});

test("weeks keep their weekday, days their distance, and once is once", () => {
  expect(days({ unit: "week", firstOn: "2026-12-28" }, 3)).toEqual([
    "2026-12-28",
    "2027-01-04",
    "2027-01-11",
  ]);
  expect(days({ unit: "day", every: 30, firstOn: "2026-12-15" }, 3)).toEqual([
    ...["2026-12-15", "2027-01-14", "2027-02-13"],
  ]);
  expect(days({ unit: "once" }, 3)).toEqual(["2026-01-31"]);
});

test("the last day is one of them, and none comes after it", () => {
  expect(days({ untilOn: "2026-03-31" }, 9)).toEqual(["2026-01-31", "2026-02-28", "2026-03-31"]);
  expect(days({ untilOn: "2026-03-30" }, 9)).toEqual(["2026-01-31", "2026-02-28"]);
});

test("however long ago it began, the next day is found, and it is the first whose time is not past", () => {
  for (const unit of ["day", "week", "month"] as const) {
    const one = rhythm({ unit, firstOn: "2001-01-31" });
    const due = dueFrom(one, new Date("2026-11-22T12:00:00Z"));
    expect(due && due.at >= new Date("2026-11-22T12:00:00Z")).toBe(true);
    const before = dueAfter(one, "2026-11-01");
    expect(before && before.day > "2026-11-01").toBe(true);
  }
  const today = rhythm({ unit: "day", firstOn: "2026-11-20" });
  expect(dueFrom(today, atClock("2026-11-22", "08:00"))?.day).toBe("2026-11-22");
  expect(dueFrom(today, atClock("2026-11-22", "08:01"))?.day).toBe("2026-11-23");
  expect(dueFrom(rhythm({ unit: "once" }), new Date("2026-11-22T12:00:00Z"))).toBeUndefined();
});

test("it is said as people say it", () => {
  expect(sayRhythm(rhythm({}))).toBe("Every month on the 31st or the last day at 08:00");
  expect(sayRhythm(rhythm({ firstOn: "2026-01-02" }))).toBe("Every month on the 2nd at 08:00");
  expect(sayRhythm(rhythm({ firstOn: "2026-01-12" }))).toBe("Every month on the 12th at 08:00");
  expect(sayRhythm(rhythm({ unit: "week", firstOn: "2026-11-30", clock: "17:05" }))).toBe(
    "Every Monday at 17:05",
  );
  expect(sayRhythm(rhythm({ unit: "day", every: 3 }))).toBe("Every 3 days at 08:00");
  expect(sayRhythm(rhythm({ unit: "once" }))).toMatch(/^Once, .*31 Jan at 08:00$/);
});
