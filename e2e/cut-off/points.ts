import { join } from "node:path";

/** The file that, loaded into a command, cuts it off at an event. */
export const CUT_OFF_FILE = join(import.meta.dirname, "preload.mjs");

/** Chooses points spread over the events of a command, the first and the last among them. */
export function spreadPoints(events: number, wanted: number): number[] {
  const points = Array.from({ length: wanted }, (_, n) =>
    Math.round(1 + (n * (events - 1)) / Math.max(1, wanted - 1)),
  );
  return [...new Set(points)];
}
