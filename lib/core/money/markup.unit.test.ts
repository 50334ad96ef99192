import { expect, it } from "vitest";
import { formatMarkupField, formatPercent, parsePercent } from "./markup.ts";

it.each([
  ["0", 0n, "0"],
  ["10", 1_000n, "10"],
  ["100.00", 10_000n, "100"],
  ["12.5%", 1_250n, "12.5"],
  ["0.01 %", 1n, "0.01"],
  ["9999.99", 999_999n, "9999.99"],
])("%s per cent is read, and written in the shortest way", (typed, hundredths, text) => {
  expect(parsePercent(typed)).toBe(hundredths);
  expect(formatPercent(hundredths)).toBe(text);
});

it.each(["", "-1", "+1", "1.234", "10000", "1,5", "x", " 1"])("rejects %j as a per cent", (typed) => {
  expect(parsePercent(typed)).toBeUndefined();
});

it("formats a markup in its form as it was typed", () => {
  expect(formatMarkupField({ kind: "flat", value: 1_250n })).toBe("12.50");
  expect(formatMarkupField({ kind: "percent", value: -250n })).toBe("-2.5");
});
