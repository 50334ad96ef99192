import { expect, test } from "vitest";
import { msUntilNext } from "./run-timing.ts";

const MINUTE = 60_000;
const at = (text: string) => Date.parse(`2026-03-01T${text}Z`);

test.each([
  [{ everyMs: 5_000 }, "10:00:00", 5_000],
  [{ minute: 41 }, "10:40:00", MINUTE],
  [{ minute: 41 }, "10:41:00", 60 * MINUTE],
  [{ minute: 7 }, "23:59:30", 7.5 * MINUTE],
  [{ hour: 4, minute: 23 }, "04:22:59", 1_000],
  [{ hour: 4, minute: 23 }, "04:23:00", 24 * 60 * MINUTE],
  [{ hour: 4, minute: 23 }, "05:23:00", 23 * 60 * MINUTE],
])("places the next run of %o after %s", (when, from, ms) => {
  expect(msUntilNext(when, at(from))).toBe(ms);
});
