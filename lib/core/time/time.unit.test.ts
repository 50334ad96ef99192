import { describe, expect, it } from "vitest";
import {
  dateAtClock,
  dayOf,
  endOfDay,
  formatApiTime,
  formatDaySpan,
  formatDuration,
  formatExactTime,
  formatOffsetTime,
  formatRoughDuration,
  formatTime,
  hourOf,
  startOfDay,
} from "./time.ts";

const at = (text: string) => new Date(text);

describe("a day", () => {
  it("begins and ends at the portal's midnight, not at UTC's", () => {
    expect(dayOf(at("2026-11-19T23:00:00Z"))).toBe("2026-11-20");
    expect(dayOf(at("2026-11-19T22:59:59.999Z"))).toBe("2026-11-19");
    expect(hourOf(at("2026-11-19T23:00:00Z"))).toBe(0);
    expect(startOfDay("2026-11-20")).toEqual(at("2026-11-19T23:00:00Z"));
    expect(endOfDay("2026-11-20")).toEqual(startOfDay("2026-11-21"));
    expect(endOfDay("2026-12-31")).toEqual(at("2026-12-31T23:00:00Z"));
  });
});

describe("a time in a time zone", () => {
  it.each([
    ["2027-03-27", "2027-03-27T01:30:00.000Z"],
    ["2027-03-28", "2027-03-28T01:30:00.000Z"],
    ["2027-03-29", "2027-03-29T00:30:00.000Z"],
    ["2026-10-25", "2026-10-25T00:30:00.000Z"],
  ])("is as much later where it is left out, and the first where it comes twice: %s", (day, instant) => {
    expect(dateAtClock(day, "02:30", "Europe/Berlin").toISOString()).toBe(instant);
  });

  it("is the portal's where none is named", () => {
    expect(dateAtClock("2026-11-20", "08:00").toISOString()).toBe("2026-11-20T07:00:00.000Z");
  });
});

describe("a time for reading", () => {
  const now = at("2026-11-20T13:05:00Z");

  it.each([
    ["2026-11-20T13:05:09Z", "today 14:05"],
    ["2026-11-19T23:00:00Z", "today 00:00"],
    ["2026-11-19T22:59:00Z", "yesterday 23:59"],
    ["2026-11-18T22:59:00Z", "18 Nov 23:59"],
    ["2026-01-02T08:00:00Z", "2 Jan 09:00"],
    ["2025-11-20T13:05:00Z", "20 Nov 2025 14:05"],
    ["2025-12-31T23:30:00Z", "1 Jan 00:30"],
    ["2026-11-21T07:00:00Z", "tomorrow 08:00"],
  ])("%s is %s", (text, said) => {
    expect(formatTime(at(text), now)).toBe(said);
  });

  it("is exact on demand", () => {
    expect(formatExactTime(at("2026-11-20T13:05:09Z"))).toMatch(/^20 Nov 2026, 14:05:09/);
  });
});

describe("the interface's create_date", () => {
  it.each([
    ["2026-11-20T13:05:00Z", "20/11/2026 02:05 PM"],
    ["2026-11-19T23:00:00Z", "20/11/2026 12:00 AM"],
    ["2026-01-02T11:09:00Z", "02/01/2026 12:09 PM"],
    ["2026-01-02T10:59:59Z", "02/01/2026 11:59 AM"],
  ])("%s is %s", (text, expected) => {
    expect(formatApiTime(at(text))).toBe(expected);
  });
});

it("is in the portal's time zone with its offset in a file", () => {
  expect(formatOffsetTime(at("2026-11-19T23:30:09.400Z"))).toBe("2026-11-20T00:30:09+01:00");
});

it.each([
  [0.2, "1 second"],
  [40, "40 seconds"],
  [190, "4 minutes"],
  [3_000, "50 minutes"],
  [7_000, "2 hours"],
])("a span of %d s is said as %s", (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words);
});

it.each([
  [0.2, "about 1 hour"],
  [47, "about 47 hours"],
  [50, "about 2 days"],
  [13 * 24, "about 13 days"],
  [20 * 24 + 9, "about 3 weeks"],
])("a forecast of %d hours is said as %s", (hours, words) => {
  expect(formatRoughDuration(hours * 3_600_000)).toBe(words);
});

describe("the period of a sum", () => {
  it("is named by its days", () => {
    const today = dayOf(new Date());
    expect(formatDaySpan({})).toBe("all time");
    expect(formatDaySpan({ from: today, to: today })).toBe("today");
    expect(formatDaySpan({ from: "2020-11-01", to: "2020-11-23" })).toMatch(/^1\s?–\s?23 Nov 2020$/);
    expect(formatDaySpan({ from: "2020-11-01", to: "2020-11-01" })).toBe("1 Nov 2020");
    expect(formatDaySpan({ from: "2020-11-01" })).toBe("since 1 Nov 2020");
    expect(formatDaySpan({ to: "2020-11-01" })).toBe("until 1 Nov 2020");
    expect(formatDaySpan({ from: `${today.slice(0, 4)}-01-02` })).toBe("since 2 Jan");
  });
});
