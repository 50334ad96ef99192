import { expect, test } from "vitest";
import { dateAtClock } from "#lib/core/time/time";
import { getOccurrenceAfter, getOccurrenceFrom, listOccurrences, type Recurrence } from "./recurrence.ts";
import { formatRecurrence } from "./schedule-labels.ts";

const buildRecurrence = (fields: Partial<Recurrence>): Recurrence => ({
  unit: "month",
  every: 1,
  firstOn: "2026-01-31",
  untilOn: null,
  clock: "08:00",
  ...fields,
});
const days = (fields: Partial<Recurrence>, count: number) => {
  const recurrence = buildRecurrence(fields);
  return listOccurrences(recurrence, recurrence.firstOn, count).map(({ day }) => day);
};

test("uses the last day of a shorter month, and the same day again afterwards", () => {
  expect(days({}, 5)).toEqual(["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]);
  expect(days({ firstOn: "2028-01-30" }, 3)).toEqual(["2028-01-30", "2028-02-29", "2028-03-30"]);
});

test("keeps the weekday of weeks and the distance of days, and lists a single day once", () => {
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

test("includes the last day, and lists none after it", () => {
  expect(days({ untilOn: "2026-03-31" }, 9)).toEqual(["2026-01-31", "2026-02-28", "2026-03-31"]);
  expect(days({ untilOn: "2026-03-30" }, 9)).toEqual(["2026-01-31", "2026-02-28"]);
});

test("finds the first future day of a schedule that started long ago", () => {
  for (const unit of ["day", "week", "month"] as const) {
    const recurrence = buildRecurrence({ unit, firstOn: "2001-01-31" });
    const due = getOccurrenceFrom(recurrence, new Date("2026-11-22T12:00:00Z"));
    expect(due && due.at >= new Date("2026-11-22T12:00:00Z")).toBe(true);
    const before = getOccurrenceAfter(recurrence, "2026-11-01");
    expect(before && before.day > "2026-11-01").toBe(true);
  }
  const today = buildRecurrence({ unit: "day", firstOn: "2026-11-20" });
  expect(getOccurrenceFrom(today, dateAtClock("2026-11-22", "08:00"))?.day).toBe("2026-11-22");
  expect(getOccurrenceFrom(today, dateAtClock("2026-11-22", "08:01"))?.day).toBe("2026-11-23");
  expect(
    getOccurrenceFrom(buildRecurrence({ unit: "once" }), new Date("2026-11-22T12:00:00Z")),
  ).toBeUndefined();
});

test("formats a recurrence in words", () => {
  expect(formatRecurrence(buildRecurrence({}))).toBe("Every month on the 31st or the last day at 08:00");
  expect(formatRecurrence(buildRecurrence({ firstOn: "2026-01-02" }))).toBe(
    "Every month on the 2nd at 08:00",
  );
  expect(formatRecurrence(buildRecurrence({ firstOn: "2026-01-12" }))).toBe(
    "Every month on the 12th at 08:00",
  );
  expect(formatRecurrence(buildRecurrence({ unit: "week", firstOn: "2026-11-30", clock: "17:05" }))).toBe(
    "Every Monday at 17:05",
  );
  expect(formatRecurrence(buildRecurrence({ unit: "day", every: 3 }))).toBe("Every 3 days at 08:00");
  expect(formatRecurrence(buildRecurrence({ unit: "once" }))).toMatch(/^Once, .*31 Jan at 08:00$/);
});
