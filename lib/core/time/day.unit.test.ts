import { expect, it } from "vitest";
import { Day } from "./day.ts";

it.each(["2000-01-01", "2026-11-20", "2999-12-31"])("%s is a day", (day) => {
  expect(Day.parse(day)).toBe(day);
});

it.each(["0000-01-01", "1999-12-31", "3000-01-01", "9999-12-31", "2026-02-30", "today"])(
  "%s is none",
  (day) => {
    expect(Day.safeParse(day).success).toBe(false);
  },
);
