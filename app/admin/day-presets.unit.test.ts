import { expect, test } from "vitest";
import { buildDayPresets } from "./day-presets.ts";

test("begins the last seven days six days ago", () => {
  expect(buildDayPresets("2026-11-03")).toEqual([
    { name: "Today", on: { from: "2026-11-03", to: "2026-11-03" } },
    { name: "Yesterday", on: { from: "2026-11-02", to: "2026-11-02" } },
    { name: "Last 7 days", on: { from: "2026-10-28", to: "2026-11-03" } },
  ]);
});
