import { describe, expect, it } from "vitest";
import { readNamedDays } from "./named-days.ts";

/** A Friday. */
const now = new Date("2026-11-20T13:05:00Z");
const read = (text: string) => {
  const days = readNamedDays(text, now);
  return days && [days.from, days.to, days.rest].join("|");
};

describe("words for days", () => {
  it.each([
    ["today", "2026-11-20|2026-11-20|"],
    ["Yesterday", "2026-11-19|2026-11-19|"],
    ["friday", "2026-11-20|2026-11-20|"],
    ["sat", "2026-11-14|2026-11-14|"],
    ["this week", "2026-11-16|2026-11-20|"],
    ["last week", "2026-11-09|2026-11-15|"],
    ["this month", "2026-11-01|2026-11-20|"],
    ["last month", "2026-10-01|2026-10-31|"],
    ["november", "2026-11-01|2026-11-30|"],
    ["Dec", "2025-12-01|2025-12-31|"],
    ["12 nov", "2026-11-12|2026-11-12|"],
    ["Nov 12", "2026-11-12|2026-11-12|"],
    ["12th November 2025", "2025-11-12|2025-11-12|"],
    ["24 Dec", "2025-12-24|2025-12-24|"],
    ["12/11", "2026-11-12|2026-11-12|"],
    ["12/11/2025", "2025-11-12|2025-11-12|"],
    ["2026-11-12", "2026-11-12|2026-11-12|"],
  ])("%s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it("stand beside other words, which remain", () => {
    expect(read("ada  yesterday")).toBe("2026-11-19|2026-11-19|ada");
    expect(read("12 nov 4567")).toBe("2026-11-12|2026-11-12|4567");
    expect(read("last month 638")).toBe("2026-10-01|2026-10-31|638");
  });

  it.each(["", "ada", "0803 123 4567", "638", "31/6", "99/99", "12/11/0001", "mo", "constructor"])(
    "aren’t in %j",
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );

  it("may be names, but not all are", () => {
    expect(readNamedDays("Sunday", now)?.name).toBe("Sunday");
    expect(readNamedDays("4567 may", now)?.name).toBe("may");
    expect(readNamedDays("today", now)?.name).toBeNull();
    expect(readNamedDays("12 may", now)?.name).toBeNull();
    expect(readNamedDays("12/11", now)?.name).toBeNull();
  });
});
