import { expect, it } from "vitest";
import { parseRetryAfterMs } from "./retry-after.ts";

const now = Date.parse("2026-11-20T10:00:00Z");

it.each([
  ["seconds", "30", 30_000],
  ["nothing left to wait", "0", 0],
  ["a date", "Fri, 20 Nov 2026 10:00:20 GMT", 20_000],
  ["a date that has passed", "Fri, 20 Nov 2026 09:00:00 GMT", 0],
  ["more than an hour", "999999999999", 3_600_000],
  ["nonsense", "soon", undefined],
  ["no header", undefined, undefined],
])("reads a Retry-After of %s", (_, header, ms) => {
  expect(parseRetryAfterMs(header, now)).toBe(ms);
});
