import { describe, expect, test } from "vitest";
import { RateLimiter } from "./rate-limiter.ts";
import {
  decodeJson,
  encodeJson,
  formatCreateDate,
  formatGrouped,
  formatLocalDay,
  formatSandboxAmount,
  parseSandboxAmount,
} from "./values.ts";

describe("money", () => {
  test.each([
    [0n, "0.00", "0.00"],
    [5n, "0.05", "0.05"],
    [-7n, "-0.07", "-0.07"],
    [99_999n, "999.99", "999.99"],
    [100_000n, "1000.00", "1,000.00"],
    [-123_456_789n, "-1234567.89", "-1,234,567.89"],
  ])("%d", (minor, plain, separated) => {
    expect([formatSandboxAmount(minor), formatGrouped(minor)]).toEqual([plain, separated]);
  });

  test("reads decimals exactly and nothing else", () => {
    expect(["300", "0.1", "99.99"].map(parseSandboxAmount)).toEqual([30_000n, 10n, 9_999n]);
    expect(["", "1.234", "-1", "1e3", "x"].map(parseSandboxAmount)).toEqual([null, null, null, null, null]);
  });

  test("travels as JSON", () => {
    const value = { amountMinor: -12n, text: "12", list: [1n, null] };
    expect(decodeJson(encodeJson(value))).toEqual(value);
  });
});

test("formats dates of the service, noon and midnight included", () => {
  expect(formatCreateDate(Date.UTC(2026, 0, 5, 11, 7))).toBe("05/01/2026 12:07 PM");
  expect(formatCreateDate(Date.UTC(2026, 0, 5, 23, 30))).toBe("06/01/2026 12:30 AM");
  expect(formatLocalDay(Date.UTC(2026, 0, 5, 22, 59))).not.toBe(formatLocalDay(Date.UTC(2026, 0, 5, 23, 0)));
});

test("frees a place of the limit 60 s after its request; rejections count for nothing", () => {
  const limiter = new RateLimiter();
  const at = [0, 1_000, 2_000, 59_999, 60_000, 60_001].map((now) => limiter.take(2, now));
  expect(at).toEqual([0, 0, 58, 1, 0, 1]);
});
