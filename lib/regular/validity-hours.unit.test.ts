import { expect, test } from "vitest";
import { getValidityHours } from "./validity-hours.ts";

test.each([
  ["30 Days", 720],
  ["1 Day", 24],
  ["24hrs", 24],
  ["7days", 168],
  ["2-Week", 336],
  ["1 Month", 720],
  ["3 mths", 2_160],
  ["1 Year", 8_760],
  ["(14 days)", 336],
  ["30 Days (night)", 720],
  ["Daily", 24],
  ["Weekly", 168],
  ["Bi-Weekly", 336],
  ["Fortnight", 336],
  ["MONTHLY", 720],
  ["Quarterly", 2_160],
  ["Yearly", 8_760],
  ["0 Days", null],
  ["1 Weekend", null],
  ["Night Plan", null],
  ["90 minutes", null],
  ["", null],
])("%s is %d hours", (validity, hours) => {
  expect(getValidityHours(validity)).toBe(hours);
});
